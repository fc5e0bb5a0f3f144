/*
 * Each rank exposes its window to its left and accesses that of its right
 * neighbour, with wait and with test.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, step, done = 0;
    MPI_Group world, origins, targets;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    int left = (rank + 2) % 3, right = (rank + 1) % 3;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &left, &origins);
    MPI_Group_incl(world, 1, &right, &targets);
    MPI_Group_free(&world);
    for (step = 0; step < 3; step++) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_start(targets, 0, win);
        MPI_Put(&step, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        if (step < 2) {
            MPI_Win_wait(win);
        } else {
            do
                MPI_Win_test(win, &done);
            while (!done);
        }
    }
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
