/*
 * As stack_short.c, with variables that have all the data: arrays, of the
 * function and of who calls it, of variable length and by alloca, structures that
 * are given by value, and all of an array by pieces.
 *
 * np: 1
 * verdict: clean
 */
#include <alloca.h>
#include <mpi.h>
#include <stdlib.h>

struct numbers {
    int items[100];
};

static int in[10000];

static void exchange(const void *out, int count)
{
    MPI_Sendrecv(out, count, MPI_INT, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void exchange_value(struct numbers numbers)
{
    MPI_Sendrecv(&numbers, 100, MPI_INT, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    exchange(&numbers, 100);
}

static void exchange_variable(int count)
{
    int numbers[count], *more = alloca((size_t)count * sizeof *more), i;

    for (i = 0; i < count; i++)
        numbers[i] = more[i] = i;
    exchange(numbers, count);
    exchange(more, count);
}

static void deeper(int levels, int *numbers)
{
    int own[100] = {0};

    if (levels > 0)
        deeper(levels - 1, own);
    exchange(numbers, 100);
    exchange(own, 100);
}

int main(int argc, char **argv)
{
    struct numbers numbers = {{0}};
    MPI_Datatype column;
    int i, table[100][100], number = 1;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 100 * 100; i++)
        table[i / 100][i % 100] = i;
    exchange(&number, 1);
    exchange(numbers.items, 100);
    exchange_value(numbers);
    for (i = 1; i < 400; i += 57)
        exchange_variable(i);
    deeper(20, numbers.items);
    MPI_Type_vector(100, 1, 100, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (i = 0; i < 100; i++)
        MPI_Sendrecv(&table[0][i], 1, column, 0, 0, in, 100, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Sendrecv(table, 10000, MPI_INT, 0, 0, in, 10000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
