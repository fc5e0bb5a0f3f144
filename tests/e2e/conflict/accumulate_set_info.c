/*
 * MPI_Win_set_info says of the window that there are no two ops at a time, not
 * even MPI_NO_OP.
 *
 * np: 3
 * verdict: error
 * finding: RMA-ACCUMULATE-CONFLICT accumulate=0@first accumulate=1@second
 * twin: accumulate_set_info_back.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    int result;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op");
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_info(win, info);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, /* @first */
                       2, 4, 1, MPI_INT, MPI_SUM, win);
    else if (rank == 1)
        MPI_Fetch_and_op(&value, &result, MPI_INT, /* @second */
                         2, 4, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
