/*
 * The two leaders of MPI_Intercomm_create give different tags.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@here waits=1@here
 * hangs: maybe
 * twin: intercomm_exchange.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, /* @here */
                         rank == 0 ? 5 : 6, &both);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
