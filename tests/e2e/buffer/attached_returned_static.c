/*
 * As attached_returned.c, but the variable is a static one: MPI_Finalize detaches
 * it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static volatile int seen;

__attribute__((noinline)) static void attach(void)
{
    static char memory[1 << 18];

    MPI_Buffer_attach(memory, 4096);
    seen = ((volatile char *)memory)[sizeof memory - 1];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    attach();
    MPI_Finalize();
    return 0;
}
