/*
 * What a pending gather is to bring is copied: by a function of the C library
 * that is called for the first time, and by the compiler in place; and it is
 * filled.  The copy goes on behind what is pending.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=0@first load=0@copy
 * finding: BUFFER-ACCESSED-EARLY begin=0@second load=0@inline
 * finding: BUFFER-ACCESSED-EARLY begin=0@third store=0@fill
 * needs: x86-64
 * twin: plain_copy_after.c
 */
#include <mpi.h>
#include <string.h>

static int in[8], out[4], copied[512];
static struct numbers {
    int numbers[300];
} all, kept;

int main(int argc, char **argv)
{
    volatile size_t size = sizeof in;
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Igather(out, 3, MPI_INT, in, 3, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @first */
    if (rank == 0)
        memcpy(copied, in, size); /* @copy */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Igather(out, 4, MPI_INT, all.numbers, 4, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @second */
    if (rank == 0)
        kept = all; /* @inline */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Igather(out, 3, MPI_INT, in, 3, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @third */
    if (rank == 0)
        memset(in, argc, size); /* @fill */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return copied[0] + kept.numbers[0];
}
