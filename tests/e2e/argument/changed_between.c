/*
 * A call that was right with these arguments before is wrong when the block of
 * memory was made smaller in its place, or freed, since then: a small block, one
 * of which the call gets a part behind its begin, and a large one.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@small count=1
 * finding: ARG-TOO-SHORT call=0@large count=1
 * finding: ARG-TOO-SHORT call=0@part count=1
 * finding: ARG-NO-MEMORY call=0@freed count=1
 * twin: changed_between_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

#define SMALL 12
#define LARGE 20000

static int in[LARGE];

static void send_small(const int *out)
{
    MPI_Sendrecv(out, SMALL, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @small */
}

static void send_large(const int *out)
{
    MPI_Sendrecv(out, LARGE, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @large */
}

static void send_part(const int *out)
{
    MPI_Sendrecv(out, SMALL, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @part */
}

static void send_freed(const int *out)
{
    MPI_Sendrecv(out, SMALL, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @freed */
}

/* In its place, as malloc does: else the test would say nothing. */
static void shrink(int *block, size_t count)
{
    if (realloc(block, count * sizeof *block) != block)
        MPI_Abort(MPI_COMM_SELF, 2);
}

int main(int argc, char **argv)
{
    int *small, *large, *whole, *freed, i;

    MPI_Init(&argc, &argv);
    small = calloc(SMALL, sizeof *small);
    large = calloc(LARGE, sizeof *large);
    whole = calloc(100, sizeof *whole);
    freed = calloc(SMALL, sizeof *freed);
    for (i = 0; i < 3; i++) {
        send_small(small);
        send_large(large);
        send_part(whole + 50);
        send_freed(freed);
    }
    shrink(small, 10);
    shrink(large, LARGE - 10);
    shrink(whole, 55);
    send_small(small);
    send_large(large);
    send_part(whole + 50);
    free(freed);
    send_freed(freed);
    free(small);
    free(large);
    free(whole);
    MPI_Finalize();
    return 0;
}
