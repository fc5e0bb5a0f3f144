/*
 * What a put brings into a derived datatype whose first item is not the lowest
 * is not what it brings to the beginning: nothing is stored here by the target,
 * whose window changes while it looks on.
 *
 * np: 2
 * verdict: clean
 * ways: all
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {8, 0};
    int rank, i, flag, values[2] = {7, 8}, *base;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    for (i = 0; i < 16; i++)
        base[i] = i;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(values, 2, MPI_INT, 1, 0, 1, type, win);
        MPI_Win_flush(1, win);
    }
    for (i = 0; rank == 1 && i < 100; i++) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        usleep(1000);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
