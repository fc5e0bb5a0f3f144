/*
 * What the root of a broadcast and a reduction over an intercommunicator gives,
 * and what it need not.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0}, sum[4] = {0};
    MPI_Comm part, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    MPI_Bcast(data, 4, MPI_INT, rank == 0 ? MPI_ROOT : 0, both);
    MPI_Reduce(rank == 0 ? NULL : data, rank == 0 ? sum : NULL, 4, MPI_INT, MPI_SUM, rank == 0 ? MPI_ROOT : 0, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
