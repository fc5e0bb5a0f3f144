/*
 * Two receives from any source for two messages of unlike types: each fits one
 * of them, in whatever order they come.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TYPE receive=0@first fits=1@int wrong=2@float count=1
 * twin: in_turn.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, number = 1;
    float real = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 &status);
        MPI_Recv(&real, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &status);
    } else if (rank == 1)
        MPI_Send(&number, 1, MPI_INT, 0, 0, comm); /* @int */
    else
        MPI_Send(&real, 1, MPI_FLOAT, 0, 0, comm); /* @float */
    MPI_Finalize();
    return 0;
}
