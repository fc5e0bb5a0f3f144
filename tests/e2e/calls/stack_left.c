/*
 * Arrays that fill half of the stack.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static double work(int size)
{
    volatile double numbers[500000];

    numbers[size] = size;
    return numbers[size];
}

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size += work(size) > 0;
    MPI_Finalize();
    return size == 0;
}
