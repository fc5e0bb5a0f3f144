/*
 * As argument_aliased.c, with results beside the operands, an operand that is
 * not read, and what is compared.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base, value[4] = {1, 2, 3, 4}, old = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get_accumulate(value, 2, MPI_INT, value + 2, 2, MPI_INT, 0, 0, 2,
                       MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Get_accumulate(value, 2, MPI_INT, value, 2, MPI_INT, 0, 0, 2, MPI_INT,
                       MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    MPI_Fetch_and_op(value, value, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    MPI_Fetch_and_op(value, value + 1, MPI_INT, 0, 0, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    MPI_Compare_and_swap(value, &old, value + 1, MPI_INT, 0, 0, win);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
