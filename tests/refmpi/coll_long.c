/* np: 2 3 5 */
/* only: refmpi */
/* MPI_Allreduce of every length about those where it is done in another way:
 * by one place, in slices, in pieces. */
#include "check.h"

#define MOST (3 * 64 * 1024)

static int lengths[] = {1,    2,     255,   256,   257,      8191,
                        8192, 16383, 16384, 16385, 3 * 8192, MOST / 8};

static void doubles(double *in, double *out, int count)
{
    int rank = world_rank(), size = world_size();
    for (int i = 0; i < count; i++)
        in[i] = (rank + 1) * 0.5 + i;
    out[count] = -1;
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        CHECK(out[i] == size * (size + 1) / 2 * 0.5 + (double)size * i);
    CHECK(out[count] == -1);
    for (int i = 0; i < count; i++)
        out[i] = i % size == rank ? rank : -rank - 1.0;
    MPI_Allreduce(MPI_IN_PLACE, out, count, MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        CHECK(out[i] == (i % size == 0 ? 0 : i % size));
    CHECK(out[count] == -1);
}

static void bytes(unsigned char *in, unsigned char *out, int count)
{
    int rank = world_rank(), size = world_size();
    for (int i = 0; i < count; i++)
        in[i] = (unsigned char)(i + 3 * rank);
    MPI_Allreduce_c(in, out, count, MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        unsigned char expected = 0;
        for (int from = 0; from < size; from++)
            expected ^= (unsigned char)(i + 3 * from);
        CHECK(out[i] == expected);
    }
}

/* Not all members give as much: each is told, and they still work together. */
static void unlike(double *in, double *out, int count, int other)
{
    int rc = MPI_Allreduce(in, out, world_rank() == 0 ? other : count,
                           MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(class_of(rc) == MPI_ERR_TRUNCATE);
    doubles(in, out, count);
}

int main(int argc, char **argv)
{
    void *in = malloc(MOST + 64), *out = malloc(MOST + 64);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        doubles(in, out, lengths[i]);
        bytes(in, out, 8 * lengths[i] - 1);
    }
    unlike(in, out, MOST / 8, MOST / 16);
    unlike(in, out, MOST / 8, 5);
    unlike(in, out, 5, MOST / 8);
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Allreduce(in, out, MOST / 8, MPI_DOUBLE, MPI_SUM, copy);
    MPI_Comm_free(&copy);
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
