/*
 * A call that was right with these arguments before is so again, after the block of
 * memory was made smaller, but not too small, in its place.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define SMALL 12
#define LARGE 20000

static int in[LARGE];

static void send_small(const int *out)
{
    MPI_Sendrecv(out, SMALL, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void send_large(const int *out)
{
    MPI_Sendrecv(out, LARGE, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void send_part(const int *out)
{
    MPI_Sendrecv(out, SMALL, MPI_INT, 0, 0, in, LARGE, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* In its place, as malloc does: else the test would say nothing. */
static void change(int *block, size_t count)
{
    if (realloc(block, count * sizeof *block) != block)
        MPI_Abort(MPI_COMM_SELF, 2);
}

int main(int argc, char **argv)
{
    int *small, *large, *whole, i;

    MPI_Init(&argc, &argv);
    small = calloc(SMALL, sizeof *small);
    large = calloc(LARGE + 10, sizeof *large);
    whole = calloc(100, sizeof *whole);
    for (i = 0; i < 3; i++) {
        send_small(small);
        send_large(large);
        send_part(whole + 50);
    }
    change(small, SMALL);
    change(large, LARGE);
    change(whole, 50 + SMALL);
    send_small(small);
    send_large(large);
    send_part(whole + 50);
    free(small);
    free(large);
    free(whole);
    MPI_Finalize();
    return 0;
}
