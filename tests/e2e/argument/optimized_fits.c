/*
 * Buffers on the stack of a program that is optimized: functions are inlined,
 * and what has no name lies, as long as it is used, where a variable does later,
 * whose name the statement may have without meaning it.
 *
 * np: 1
 * flags: -O2
 * verdict: clean
 */
#include <mpi.h>

#define APART __attribute__((noinline)) static
#define BOTH(data, some)                                                       \
    do {                                                                       \
        if (some)                                                              \
            MPI_Bcast((int[64]){0}, 64, MPI_INT, 0, MPI_COMM_SELF);            \
        data[0] = some;                                                        \
        MPI_Bcast(data, 1, MPI_INT, 0, MPI_COMM_SELF);                         \
    } while (0)

struct part {
    int *later, count;
};

static void broadcast(int *data, int count)
{
    MPI_Bcast(data, count, MPI_INT, 0, MPI_COMM_SELF);
}

APART void not_named(int some)
{
    int before[32] = {0}, numbers[10] = {0}, few[2] = {0}, later[4];

    MPI_Bcast(before, 32, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Bcast(numbers, 10, MPI_INT, 0, MPI_COMM_SELF);
    broadcast(few, 2);
    if (some)
        broadcast((int[64]){0}, 64);
    later[0] = some;
    broadcast(later, 1);
}

APART void only_measured(int some)
{
    int later[4];

    if (some)
        MPI_Bcast((int[64]){0}, 4 * sizeof later, MPI_INT, 0, MPI_COMM_SELF);
    later[0] = some;
    MPI_Bcast(later, 4, MPI_INT, 0, MPI_COMM_SELF);
}

APART void a_member(int some)
{
    int later[4];

    if (some) {
        struct part part = {(int[64]){0}, 64};

        MPI_Bcast(part.later, part.count, MPI_INT, 0, MPI_COMM_SELF);
    }
    later[0] = some;
    MPI_Bcast(later, 4, MPI_INT, 0, MPI_COMM_SELF);
}

APART void hidden(int some)
{
    int later[4];

    if (some) {
        int *later = (int[64]){0};

        MPI_Bcast(later, 64, MPI_INT, 0, MPI_COMM_SELF);
    }
    later[0] = some;
    MPI_Bcast(later, 4, MPI_INT, 0, MPI_COMM_SELF);
}

APART void by_macro(int some)
{
    int later[4] __attribute__((aligned(16)));

    BOTH(later, some);
}

APART void in_one_line(int some)
{
    int later[4];

    if (some) { MPI_Bcast((int[64]){0}, 64, MPI_INT, 0, MPI_COMM_SELF); } later[0] = some; broadcast(later, 4);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    not_named(argc);
    only_measured(argc);
    a_member(argc);
    hidden(argc);
    by_macro(argc);
    in_one_line(argc);
    MPI_Finalize();
    return 0;
}
