/*
 * Buffers on the stack of a program that is optimized: functions are inlined,
 * and what has no name lies, as long as it is used, where a variable does later.
 *
 * np: 1
 * flags: -O2
 * verdict: clean
 */
#include <mpi.h>

static void broadcast(int *data, int count)
{
    MPI_Bcast(data, count, MPI_INT, 0, MPI_COMM_SELF);
}

int main(int argc, char **argv)
{
    int before[32] = {0}, numbers[10] = {0}, few[2] = {0}, later[4];

    MPI_Init(&argc, &argv);
    MPI_Bcast(before, 32, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Bcast(numbers, 10, MPI_INT, 0, MPI_COMM_SELF);
    broadcast(few, 2);
    if (argc > 0)
        MPI_Bcast((int[64]){0}, 64, MPI_INT, 0, MPI_COMM_SELF);
    if (argc > 0)
        broadcast((int[64]){0}, 64);
    later[0] = argc;
    MPI_Bcast(later, 1, MPI_INT, 0, MPI_COMM_SELF);
    broadcast(later, 1);
    MPI_Finalize();
    return 0;
}
