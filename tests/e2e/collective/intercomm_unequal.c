/*
 * Between two groups: roots on either side, each side sends other amounts, and
 * one of them nothing.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, alone, root, mine[8] = {0}, theirs[8] = {0};
    MPI_Comm group, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    alone = rank == 0;
    MPI_Comm_split(MPI_COMM_WORLD, alone, 0, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, alone, 0, &both);
    root = alone ? MPI_ROOT : 0;
    MPI_Bcast(mine, 4, MPI_INT, root, both);
    MPI_Gather(mine, 1, MPI_INT, theirs, 1, MPI_INT, root, both);
    root = alone ? 1 : rank == 2 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(mine, 2, MPI_INT, root, both);
    MPI_Reduce(mine, theirs, 1, MPI_INT, MPI_SUM, root, both);
    MPI_Barrier(both);
    MPI_Allgather(mine, alone ? 2 : 1, MPI_INT, theirs, alone ? 1 : 2, MPI_INT,
                  both);
    MPI_Allgather(mine, alone ? 0 : 1, MPI_INT, theirs, alone ? 1 : 0, MPI_INT,
                  both);
    MPI_Allreduce(mine, theirs, 1, MPI_INT, MPI_MAX, both);
    MPI_Alltoall(mine, 1, MPI_INT, theirs, 1, MPI_INT, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&group);
    MPI_Finalize();
    return 0;
}
