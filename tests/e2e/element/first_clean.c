/*
 * Variables of the datatype's type, what may hold any, and variables behind the
 * one that a buffer begins in.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static int counts[4];
static unsigned char bytes[64];

static union {
    double value;
    long number;
} either;

static max_align_t pool[4];
static long long vector __attribute__((vector_size(16)));

static struct {
    double values[3];
    unsigned numbers[2];
} all;

int main(int argc, char **argv)
{
    double sums[4] = {0};
    void *others = calloc(4, sizeof(double));
    int i;

    MPI_Init(&argc, &argv);
    MPI_Bcast(counts, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&either, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(pool, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&vector, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(all.numbers, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&all, sizeof all, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (i = 0; i < 10; i++) {
        MPI_Bcast(sums, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Bcast(others, 4, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    free(others);
    MPI_Finalize();
    return 0;
}
