/*
 * The matched probes take what comes first, and may have a result before them
 * while a beginning is still to come. Which it is they tell, and the program
 * goes by that: it is right, and has the choice shown where notes are asked
 * for, in every run.
 *
 * np: 3
 * verdict: note
 * options: --notes
 * finding: RACE-MATCH receive=0@first send=*@begin send=*@result
 * twin: mprobed_tags.c
 */
#include <mpi.h>

#define BEGINNING 1
#define RESULT    7

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Status status;
    int rank, i, value = 0, results = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++) {
            MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, /* @first */
                       &message, &status);
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
            results += status.MPI_TAG == RESULT;
        }
        for (i = 0; i < results; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, BEGINNING, comm,
                     MPI_STATUS_IGNORE);
        for (i = results; i < 2; i++) {
            MPI_Probe(MPI_ANY_SOURCE, RESULT, comm, &status);
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, RESULT, comm,
                     MPI_STATUS_IGNORE);
        }
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, BEGINNING, comm); /* @begin */
        MPI_Send(&value, 1, MPI_INT, 0, RESULT, comm);    /* @result */
    }
    MPI_Finalize();
    return 0;
}
