/*
 * The first process of MPI_Exscan receives nothing: it gives no buffer, or
 * that which it sends.  (MPICH takes neither.)
 *
 * np: 2
 * verdict: clean
 * flavours: openmpi abi
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, before = 0, own;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank + 1;
    MPI_Exscan(&own, rank == 0 ? NULL : &before, 1, MPI_INT, MPI_SUM,
               MPI_COMM_WORLD);
    MPI_Iexscan(&own, rank == 0 ? &own : &before, 1, MPI_INT, MPI_SUM,
                MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
