/*
 * A function with arrays that are larger than the stack.
 *
 * np: 2
 * verdict: error
 * finding: PROCESS-CRASHED call=*@size
 * says: outside MPI: its stack, of up to 8192 KiB, is full
 * twin: stack_left.c
 */
#include <mpi.h>
#include <sys/resource.h>

static double work(int size)
{
    volatile double numbers[40000000];

    numbers[size] = size;
    return numbers[size];
}

int main(int argc, char **argv)
{
    struct rlimit limit;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* @size */
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = 8 << 20;
    setrlimit(RLIMIT_STACK, &limit);
    size += work(size) > 0;
    MPI_Finalize();
    return size == 0;
}
