/*
 * One process, two ops in one epoch, and the window's info takes the order
 * away.
 *
 * np: 2
 * verdict: error
 * finding: RMA-ACCUMULATE-CONFLICT accumulate=0@first accumulate=0@second
 * says: info accumulate_ordering leaves open
 * twin: accumulate_ordered.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "rar,raw");
    MPI_Win_allocate(64, sizeof(int), info, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, /* @first */
                       1, 4, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&value, 1, MPI_INT, /* @second */
                       1, 4, 1, MPI_INT, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
