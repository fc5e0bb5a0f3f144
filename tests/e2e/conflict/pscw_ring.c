/*
 * A ring with post, start, complete and wait: each puts to the right and gets
 * from it, and sends from and receives into its window between the epochs.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, round, *base, values[4] = {0};
    MPI_Group world, origin, target;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &left, &origin);
    MPI_Group_incl(world, 1, &right, &target);
    for (round = 0; round < 5; round++) {
        MPI_Win_post(origin, 0, win);
        MPI_Win_start(target, 0, win);
        MPI_Put(base + 32, 4, MPI_INT, right, 0, 4, MPI_INT, win);
        MPI_Get(values, 4, MPI_INT, right, 8, 4, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        MPI_Sendrecv(base, 4, MPI_INT, right, 0, base + 8, 4, MPI_INT, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(base + 4, 4, MPI_INT, right, 1, base + 32, 4, MPI_INT,
                     left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Group_free(&target);
    MPI_Group_free(&origin);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
