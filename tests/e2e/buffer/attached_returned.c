/*
 * A buffer for buffered sends is a variable of a function that has returned, and
 * is never detached: MPI_Finalize finds it gone.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=*@attach then=*@finalize ranks=0,1
 * says: calls MPI_Finalize after MPI_Buffer_attach, whose buffer is gone
 * twin: attached_returned_static.c
 */
#include <mpi.h>

static volatile int seen;

/* So large that the functions which are called then do not come to where the
 * MPI stores: that harms nobody. */
__attribute__((noinline)) static void attach(void)
{
    char memory[1 << 18];

    MPI_Buffer_attach(memory, 4096); /* @attach */
    seen = ((volatile char *)memory)[sizeof memory - 1];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    attach();
    MPI_Finalize(); /* @finalize */
    return 0;
}
