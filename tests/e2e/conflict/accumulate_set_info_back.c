/*
 * The window is made for one op at a time, and MPI_Win_set_info allows
 * MPI_NO_OP beside it; what it does not give stays as it was.
 *
 * np: 3
 * verdict: clean
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
    MPI_Win_allocate(64, sizeof(int), info, MPI_COMM_WORLD, &base, &win);
    MPI_Info_set(info, "accumulate_ops", "same_op_no_op");
    MPI_Win_set_info(win, info);
    MPI_Info_delete(info, "accumulate_ops");
    MPI_Info_set(info, "accumulate_ordering", "none");
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
