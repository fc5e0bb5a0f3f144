/*
 * The matched probes name the tag of the beginnings: results have their turn
 * behind them. A manager that takes what comes, asks who it was, and answers,
 * has a choice, too, and nothing to tell of it.
 *
 * np: 3
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

#define BEGINNING 1
#define RESULT    7

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Status status;
    int rank, i, value = 0, answers;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++) {
            MPI_Mprobe(MPI_ANY_SOURCE, BEGINNING, comm, &message,
                       &status);
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        }
        for (i = 0; i < 2; i++) {
            MPI_Probe(MPI_ANY_SOURCE, RESULT, comm, &status);
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, RESULT, comm,
                     MPI_STATUS_IGNORE);
        }
        for (answers = 0; answers < 4; answers++) {
            MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, &status);
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
            MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG,
                     comm);
        }
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, BEGINNING, comm);
        MPI_Send(&value, 1, MPI_INT, 0, RESULT, comm);
        for (answers = 0; answers < 2; answers++) {
            MPI_Send(&value, 1, MPI_INT, 0, 20 + answers, comm);
            MPI_Recv(&value, 1, MPI_INT, 0, 20 + answers, comm,
                     MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
