/* np: 2 3 5 */
/* only: refmpi */
/* MPI_Bcast of every length about those where it is done in another way: in one
 * cache line, in one piece, in several, by messages; roots that run ahead. */
#include "check.h"
#include <string.h>

#define MOST  (64 * 1024)
#define TIMES 100

static int lengths[] = {0,     1,        48,   49,       4095,     4096,
                        4097,  8192,     9000, MOST - 1, MOST,     MOST + 1,
                        30000, 3 * MOST, 7,    MOST / 2, MOST - 9, 1};
#define LENGTHS (int)(sizeof lengths / sizeof *lengths)

static unsigned char *data;

static void fill(int count, int seed)
{
    for (int i = 0; i < count; i++)
        data[i] = (unsigned char)(i * 7 + seed);
    data[count] = 77;
}

static void expect(int count, int seed)
{
    for (int i = 0; i < count; i++)
        CHECK(data[i] == (unsigned char)(i * 7 + seed));
    CHECK(data[count] == 77);
}

static void all_lengths(MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < 2 * LENGTHS; i++) {
        int root = i % size, count = lengths[i % LENGTHS];
        fill(count, rank == root ? i : i + 1);
        if (i % 3 == 0)
            MPI_Bcast_c(data, count, MPI_BYTE, root, comm);
        else
            MPI_Bcast(data, count, MPI_BYTE, root, comm);
        expect(count, i);
    }
}

/* The members do not lay out in memory alike what they give and take. */
static void gaps(int count)
{
    MPI_Datatype spread;
    int root = world_size() - 1, rank = world_rank();
    MPI_Type_vector(count, 1, 2, MPI_SHORT, &spread);
    MPI_Type_commit(&spread);
    short *values = (short *)(void *)data;
    int step = rank % 2 + 1;
    for (int i = 0; i < 2 * count; i++)
        values[i] = -1;
    for (int i = 0; i < count && rank == root; i++)
        values[i * step] = (short)i;
    if (step == 2)
        MPI_Bcast(values, 1, spread, root, MPI_COMM_WORLD);
    else
        MPI_Bcast(values, count, MPI_SHORT, root, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        CHECK(values[i * step] == (short)i);
        CHECK(step == 1 || i == count - 1 || values[i * step + 1] == -1);
    }
    MPI_Type_free(&spread);
}

/* The root is done before anybody else has begun, which only this behaviour
 * promises. */
static void alone(void)
{
    int rank = world_rank(), size = world_size(), got = -1;
    if (rank == 0) {
        fill(20, 5);
        MPI_Bcast(data, 20, MPI_BYTE, 0, MPI_COMM_WORLD);
        for (int to = 1; to < size; to++)
            MPI_Send(&size, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        fill(20, 0);
        MPI_Bcast(data, 20, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    expect(20, 5);
}

/* A root runs ahead until there is no more room; then another one does. */
static void ahead(void)
{
    int rank = world_rank(), size = world_size();
    for (int i = 0; i < TIMES; i++) {
        int count = i % 4 == 3 ? 20000 : 8;
        int root = i < TIMES / 2 ? 0 : i / 8 % size;
        fill(count, rank == root ? i : 0);
        MPI_Bcast(data, count, MPI_BYTE, root, MPI_COMM_WORLD);
        expect(count, i);
    }
}

/* One member calls for another length: it is told, and they still work
 * together. */
static void unlike(int count, int other)
{
    int rank = world_rank();
    int rc =
        MPI_Bcast(data, rank == 1 ? other : count, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(class_of(rc) == (rank == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    all_lengths(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    const char *behaviour = getenv("MURMEL_MPI");
    data = calloc(1, 4 * MOST);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!behaviour || !strstr(behaviour, "coll=") ||
        strstr(behaviour, "coll=minimal"))
        alone();
    ahead();
    all_lengths(MPI_COMM_WORLD);
    all_lengths(MPI_COMM_SELF);
    for (int count = 3; count < MOST; count *= 7)
        gaps(count);
    for (int i = 0; i < 20; i++) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, -world_rank(), &part);
        all_lengths(part);
        MPI_Comm_free(&part);
    }
    unlike(40, 30);
    unlike(40, 4000);
    unlike(4000, 40);
    unlike(20000, 5000);
    unlike(5000, 20000);
    unlike(0, 9);
    unlike(MOST, MOST + 1);
    free(data);
    MPI_Finalize();
    return 0;
}
