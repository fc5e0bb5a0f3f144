/* np: 2 3 5 */
/* only: refmpi */
/* MPI_Bcast and MPI_Ibcast of every length about those where it is done in
 * another way: in one cache line, in one piece, in several, by messages; roots
 * that run ahead; more than there is room for at once, waited for in any
 * order. */
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

#define MANY 100

/* Byte j of broadcast i. */
static unsigned char value(int i, int j)
{
    return (unsigned char)(i * 5 + j * 3 + 1);
}

/* Nonblocking ones, each third blocking behind those that are under way; waited
 * for from the first, from the last, or all at once. */
static void many_under_way(MPI_Comm comm, int order, const int *count)
{
    static unsigned char *buffers[MANY];
    MPI_Request requests[MANY];
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < MANY; i++) {
        int bytes = count ? *count : lengths[i % LENGTHS], root = i / 3 % size;
        buffers[i] = calloc(1, (size_t)bytes + 1);
        for (int j = 0; j < bytes && rank == root; j++)
            buffers[i][j] = value(i, j);
        requests[i] = MPI_REQUEST_NULL;
        if (i % 3 == 2)
            MPI_Bcast(buffers[i], bytes, MPI_BYTE, root, comm);
        else if (i % 2)
            MPI_Ibcast(buffers[i], bytes, MPI_BYTE, root, comm, &requests[i]);
        else
            MPI_Ibcast_c(buffers[i], bytes, MPI_BYTE, root, comm, &requests[i]);
    }
    for (int i = 0; i < MANY && order < 2; i++)
        MPI_Wait(&requests[order ? MANY - 1 - i : i], MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++) {
        int bytes = count ? *count : lengths[i % LENGTHS], wrong = 0;
        for (int j = 0; j < bytes; j++)
            wrong += buffers[i][j] != value(i, j);
        CHECK(wrong == 0 && buffers[i][bytes] == 0);
        free(buffers[i]);
    }
}

/* A blocking one overtakes those before it, whose root comes late. */
static void overtaken(void)
{
    int rank = world_rank(), last = world_size() - 1;
    int values[5] = {0}, word = 0;
    MPI_Request requests[4];
    if (rank == last) /* not before rank 0 has done with the blocking one */
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++) {
        values[i] = rank == last ? i + 1 : 0;
        MPI_Ibcast(&values[i], 1, MPI_INT, last, MPI_COMM_WORLD, &requests[i]);
    }
    values[4] = rank == 0 ? 9 : 0;
    MPI_Bcast(&values[4], 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
        CHECK(values[i] == i + 1);
    CHECK(values[4] == 9);
}

#define LATER 17

/* What a root has room for is used up when it begins the fourth, which needs
 * as much as there is room for after the first two: those behind it, short as
 * they are, must not take that. */
static void in_turn(void)
{
    int count[4 + LATER] = {1, 16, 15, 16}, rank = world_rank(), word = 0;
    unsigned char *buffers[4 + LATER];
    MPI_Request requests[4 + LATER];
    for (int i = 0; i < 4 + LATER; i++) {
        count[i] = count[i] ? count[i] * 4096 : 60;
        buffers[i] = calloc(1, (size_t)count[i]);
        memset(buffers[i], rank == 1 ? i + 1 : 0, (size_t)count[i]);
    }
    if (rank == 0)
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4 + LATER; i++)
        MPI_Ibcast(buffers[i], count[i], MPI_BYTE, 1, MPI_COMM_WORLD,
                   &requests[i]);
    if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Waitall(4 + LATER, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4 + LATER; i++) {
        CHECK(buffers[i][0] == i + 1 && buffers[i][count[i] - 1] == i + 1);
        free(buffers[i]);
    }
}

/* What is told of another length by a nonblocking one. */
static void unlike_nonblocking(int count, int other)
{
    MPI_Request request;
    MPI_Ibcast(data, world_rank() == 1 ? other : count, MPI_BYTE, 0,
               MPI_COMM_WORLD, &request);
    int rc = MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(class_of(rc) == (world_rank() == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    many_under_way(MPI_COMM_WORLD, 1, NULL);
}

int main(int argc, char **argv)
{
    const char *behaviour = getenv("MURMEL_MPI");
    data = calloc(1, 4 * MOST);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!behaviour || !strstr(behaviour, "coll=") ||
        strstr(behaviour, "coll=minimal")) {
        alone();
        overtaken();
    }
    ahead();
    in_turn();
    for (int order = 0; order < 3; order++) {
        many_under_way(MPI_COMM_WORLD, order, NULL);
        many_under_way(MPI_COMM_WORLD, order, &lengths[7]);
        many_under_way(MPI_COMM_WORLD, order, &lengths[10]);
        many_under_way(MPI_COMM_WORLD, order, &lengths[14]);
    }
    all_lengths(MPI_COMM_WORLD);
    all_lengths(MPI_COMM_SELF);
    for (int count = 3; count < MOST; count *= 7)
        gaps(count);
    for (int i = 0; i < 20; i++) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, -world_rank(), &part);
        all_lengths(part);
        many_under_way(part, i % 3, NULL);
        MPI_Comm_free(&part);
    }
    unlike(40, 30);
    unlike(40, 4000);
    unlike(4000, 40);
    unlike(20000, 5000);
    unlike(5000, 20000);
    unlike(0, 9);
    unlike(MOST, MOST + 1);
    unlike_nonblocking(40, 30);
    unlike_nonblocking(40, 4000);
    unlike_nonblocking(20000, 5000);
    unlike_nonblocking(5000, 20000);
    unlike_nonblocking(MOST, MOST + 1);
    unlike_nonblocking(MOST + 1, MOST);
    free(data);
    MPI_Finalize();
    return 0;
}
