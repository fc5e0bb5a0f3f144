/*
 * The result of an atomic operation is to come to where its operand stands.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@accumulate
 * finding: ARG-ALIASED call=*@fetch
 * finding: ARG-ALIASED call=*@swap
 * says: with result_addr = 0x
 * says: which overlaps its origin_addr
 * twin: argument_aliased_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[16];
    int value[4] = {1, 2, 3, 4}, old = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get_accumulate(value, 2, MPI_INT, value + 1, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win); /* @accumulate */
    MPI_Win_flush(0, win);
    MPI_Fetch_and_op(value, value, MPI_INT, 0, 0, MPI_SUM, win); /* @fetch */
    MPI_Win_flush(0, win);
    MPI_Compare_and_swap(value, &old, value, MPI_INT, 0, 0, win); /* @swap */
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
