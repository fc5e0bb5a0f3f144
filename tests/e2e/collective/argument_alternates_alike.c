/*
 * The infos of the windows alternate, of both ranks alike.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define TURNS 10

int main(int argc, char **argv)
{
    MPI_Win windows[TURNS];
    int rank, turn, mine, most;
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (turn = 0; turn < TURNS; turn++) {
        MPI_Info info;

        mine = turn % 2 == 0;
        MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Info_create(&info);
        MPI_Info_set(info, "same_size", mine ? "true" : "false");
        MPI_Win_allocate(16, 1, info, MPI_COMM_WORLD, &base,
                         &windows[turn]);
        MPI_Info_free(&info);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (turn = 0; turn < TURNS; turn++)
        MPI_Win_free(&windows[turn]);
    MPI_Finalize();
    return 0;
}
