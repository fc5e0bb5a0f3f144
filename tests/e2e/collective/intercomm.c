/*
 * Collectives on an intercommunicator, where the root says MPI_ROOT, its
 * own group MPI_PROC_NULL and the other group the root's rank; and a merge.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, low, root;
    MPI_Comm half, inter, merged;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    low = rank < 2;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? 2 : 0, 5, &inter);
    root = rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0;
    MPI_Bcast(&value, 1, MPI_INT, root, inter);
    MPI_Barrier(inter);
    MPI_Intercomm_merge(inter, !low, &merged);
    MPI_Bcast(&value, 1, MPI_INT, 2, merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
