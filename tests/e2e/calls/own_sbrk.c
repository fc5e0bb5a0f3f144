/*
 * The program has a sbrk of its own, as libraries of an MPI have (UCX), whose
 * sbrk(0) may undo what another thread's malloc has just done.  Murmel has to
 * find out where the heap ends without it.
 *
 * np: 1
 * verdict: clean
 */
#include <errno.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

static int calls;

extern void *__curbrk; /* the C library's */

void *sbrk(intptr_t increment)
{
    calls++;
    if (increment == 0)
        return __curbrk;
    errno = ENOMEM;
    return (void *)-1;
}

int main(int argc, char **argv)
{
    int i, before;

    MPI_Init(&argc, &argv);
    before = calls;
    for (i = 0; i < 100; i++) {
        int *values = calloc(2000, sizeof *values);

        MPI_Sendrecv(values, 1000, MPI_INT, 0, 0, values + 1000, 1000, MPI_INT,
                     0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        free(values);
    }
    before = calls - before;
    MPI_Finalize();
    return before;
}
