/*
 * Shared windows of processes that share memory, by MPI_Comm_split_type, of a
 * part of these, also by their group, and of one process alone.
 *
 * np: 2
 * verdict: clean
 * options: --portability
 */
#include <mpi.h>

static void make(MPI_Comm comm)
{
    int *base;
    MPI_Win win;

    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    MPI_Comm node, part, again;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_split(node, 0, 0, &part);
    make(node);
    make(part);
    make(MPI_COMM_SELF);
    MPI_Comm_group(node, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &again);
    make(again);
    MPI_Comm_free(&again);
    MPI_Group_free(&group);
    MPI_Comm_free(&part);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
