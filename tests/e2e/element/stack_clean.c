/*
 * Variables on the stack, described as what they are; and memory there of which
 * it is not known what is in it.
 *
 * np: 2
 * verdict: clean
 * options: --element-types=each --notes
 */
#include <alloca.h>
#include <mpi.h>
#include <string.h>

static int rank;

static void all(void *buffer, int count, MPI_Datatype type)
{
    int beside[4] = {count, count, count, count};

    MPI_Bcast(buffer, beside[0], type, 0, MPI_COMM_WORLD);
}

/* Blocks that are never entered together may have one place. */
static void in_blocks(void)
{
    {
        float values[64] = {0};

        all(values, 64, MPI_FLOAT);
    }
    {
        long values[64] = {0};

        all(values, 64, MPI_LONG);
        {
            int inner[64] = {0};

            all(inner, 64, MPI_INT);
            MPI_Bcast(inner, 64, MPI_INT, 0, MPI_COMM_WORLD);
        }
    }
    {
        double values[32] = {0};
        struct {
            int count;
            double value;
        } both[4] = {{0, 0}};

        all(values, 32, MPI_DOUBLE);
        all(&both[1].value, 1, MPI_DOUBLE);
        all(&both[1].count, 1, MPI_INT);
    }
}

static void parameters(int number, double value, float other)
{
    all(&number, 1, MPI_INT);
    all(&value, 1, MPI_DOUBLE);
    all(&other, 1, MPI_FLOAT);
}

/* More than registers take; and one by value. */
struct large {
    double values[8];
    int numbers[8];
};

static void on_the_stack(long a, long b, long c, long d, long e, long f, int g,
                         struct large large)
{
    long sum = a + b + c + d + e + f;

    all(&sum, 1, MPI_LONG);
    all(&g, 1, MPI_INT);
    all(large.values, 8, MPI_DOUBLE);
    all(large.numbers, 8, MPI_INT);
}

static void without_names(int count)
{
    int variable[count];
    double *memory = alloca((size_t)count * sizeof *memory);
    char bytes[64] __attribute__((aligned(16)));

    memset(variable, 0, (size_t)count * sizeof variable[0]);
    memset(memory, 0, (size_t)count * sizeof *memory);
    memset(bytes, 0, sizeof bytes);
    all(variable, count, MPI_INT);
    all(memory, count, MPI_DOUBLE);
    all(bytes, 4, MPI_DOUBLE);
    all((float[]){1, 2, 3, 4}, 4, MPI_FLOAT);
    all(&(int){rank}, 1, MPI_INT);
}

static inline __attribute__((always_inline)) void inlined(int count)
{
    short values[32] = {0};

    values[0] = (short)count;
    all(values, 32, MPI_SHORT);
    MPI_Bcast(values, 32, MPI_SHORT, 0, MPI_COMM_WORLD);
}

/* Each of its frames has its own. */
static void recurse(int depth, double *before)
{
    double own[8] = {0};

    if (before != NULL)
        all(before, 8, MPI_DOUBLE);
    all(own, 8, MPI_DOUBLE);
    if (depth > 0)
        recurse(depth - 1, own);
}

static void put(void)
{
    int target[8] = {0}, origin[8] = {0}, got[8] = {0};
    MPI_Request request;
    MPI_Win win;

    MPI_Win_create(target, sizeof target, sizeof target[0], MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(origin, 8, MPI_INT, 1 - rank, 0, 8, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Irecv(got, 8, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(origin, 8, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    struct large large = {{0}, {0}};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in_blocks();
    parameters(1, 2, 3);
    on_the_stack(1, 2, 3, 4, 5, 6, 7, large);
    without_names(16);
    inlined(3);
    recurse(4, NULL);
    put();
    MPI_Finalize();
    return 0;
}
