/*
 * The target computes for a while in its epoch (acceptance A7): that it is
 * outside of MPI is no reason to take the job for one that hangs.  One second
 * and not five: all that the checker does for want of progress it does much
 * sooner.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    int rank, *base, value = 7, other;
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = !rank;
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        double end = seconds() + 1;

        MPI_Win_post(group, 0, win);
        while (seconds() < end)
            continue;
        MPI_Win_wait(win);
        if (base[0] != value)
            MPI_Abort(MPI_COMM_WORLD, 9);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
