/*
 * As mprobed_unseen.c, but the probes poll.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TYPE receive=0@probe later=0@received fits=1@int wrong=2@float count=1
 * twin: mprobed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    int rank, value = 0, flag = 0;
    float other = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        while (!flag)
            MPI_Improbe(MPI_ANY_SOURCE, 0, comm, &flag, /* @probe */
                        &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, /* @received */
                  MPI_STATUS_IGNORE);
        for (flag = 0; !flag;)
            MPI_Improbe(MPI_ANY_SOURCE, 0, comm, &flag, &message,
                        MPI_STATUS_IGNORE);
        MPI_Mrecv(&other, 1, MPI_FLOAT, &message, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, comm); /* @int */
    if (rank == 2)
        MPI_Send(&other, 1, MPI_FLOAT, 0, 0, comm); /* @float */
    MPI_Finalize();
    return 0;
}
