/*
 * Each message says who has sent it, and the program receives from the other
 * one then. With the same calls a program that always names rank 2 would wait
 * for ever, if it takes that one's message first: what is read is not seen.
 *
 * np: 3
 * verdict: note
 * options: --notes
 * finding: RACE-DEPENDENCE receive=0@first starves=0@second ...
 * finding: RACE-MATCH receive=0@first send=1@sent send=2@sent
 * twin: starves_named.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, from = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 3 - from, 0, comm, /* @second */
                 MPI_STATUS_IGNORE);
    } else
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @sent */
    MPI_Finalize();
    return 0;
}
