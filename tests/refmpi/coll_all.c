/* np: 1 2 3 5 8 */
/*
 * Every collective, blocking and nonblocking, with and without MPI_IN_PLACE,
 * on all roots, against values computed here; with an operation that does not
 * commute where one may be used.
 */
#include "check.h"
#include <string.h>

#define N 5

static int rank, size;

/* The map x -> a x + b modulo 2^32, composed: associative, not commutative. */
struct affine {
    unsigned a, b;
};

static MPI_Datatype affine_type;
static MPI_Op compose_op;

static void compose(void *in, void *inout, int *len, MPI_Datatype *type)
{
    struct affine *left = in, *right = inout;

    (void)type;
    for (int i = 0; i < *len; i++) {
        right[i].b = right[i].a * left[i].b + right[i].b;
        right[i].a = right[i].a * left[i].a;
    }
}

static struct affine element(int r, int i)
{
    struct affine e = {3u + 2u * (unsigned)r + (unsigned)i,
                       7u * (unsigned)r + 11u * (unsigned)i};

    return e;
}

/* The composition of ranks [0, n). */
static struct affine composed(int n, int i)
{
    struct affine sum = element(0, i);

    for (int r = 1; r < n; r++) {
        struct affine next = element(r, i);
        int one = 1;

        compose(&sum, &next, &one, NULL);
        sum = next;
    }
    return sum;
}

static int same(struct affine x, struct affine y)
{
    return x.a == y.a && x.b == y.b;
}

static void finish(MPI_Request *request)
{
    MPI_Status status;

    MPI_Wait(request, &status);
    CHECK(*request == MPI_REQUEST_NULL);
}

static void test_bcast(int root, int count)
{
    int *buffer = malloc((size_t)count * sizeof(int));
    MPI_Request request;

    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        for (int i = 0; i < count; i++)
            buffer[i] = rank == root ? i ^ root : -1;
        if (nonblocking) {
            MPI_Ibcast(buffer, count, MPI_INT, root, MPI_COMM_WORLD, &request);
            finish(&request);
        } else {
            MPI_Bcast(buffer, count, MPI_INT, root, MPI_COMM_WORLD);
        }
        for (int i = 0; i < count; i++)
            CHECK(buffer[i] == (i ^ root));
    }
    free(buffer);
}

static void test_reduce(int root, int in_place, int nonblocking)
{
    struct affine mine[N], all[N];
    struct affine *send = mine;
    MPI_Request request;

    for (int i = 0; i < N; i++) {
        mine[i] = element(rank, i);
        all[i] = element(rank, i);
    }
    if (in_place && rank == root)
        send = MPI_IN_PLACE;
    if (nonblocking) {
        MPI_Ireduce(send, all, N, affine_type, compose_op, root, MPI_COMM_WORLD,
                    &request);
        finish(&request);
    } else {
        MPI_Reduce(send, all, N, affine_type, compose_op, root, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N; i++)
        CHECK(same(all[i], rank == root ? composed(size, i) : mine[i]));
}

static void test_sum(int root, int in_place)
{
    long mine[N], all[N];
    double value = rank + 0.25, total = 0;

    for (int i = 0; i < N; i++)
        mine[i] = all[i] = rank * 10 + i;
    MPI_Reduce(in_place && rank == root ? MPI_IN_PLACE : (void *)mine, all, N,
               MPI_LONG, MPI_SUM, root, MPI_COMM_WORLD);
    for (int i = 0; i < N && rank == root; i++)
        CHECK(all[i] == 10L * size * (size - 1) / 2 + (long)i * size);
    MPI_Allreduce(&value, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(total == size * (size - 1) / 2 + 0.25 * size);
    MPI_Allreduce(&value, &total, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    CHECK(total == size - 1 + 0.25);
}

static void test_allreduce(int in_place, int nonblocking)
{
    struct affine mine[N], all[N];
    MPI_Request request;

    for (int i = 0; i < N; i++)
        mine[i] = all[i] = element(rank, i);
    if (nonblocking) {
        MPI_Iallreduce(in_place ? MPI_IN_PLACE : (void *)mine, all, N,
                       affine_type, compose_op, MPI_COMM_WORLD, &request);
        finish(&request);
    } else {
        MPI_Allreduce(in_place ? MPI_IN_PLACE : (void *)mine, all, N,
                      affine_type, compose_op, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N; i++)
        CHECK(same(all[i], composed(size, i)));
}

static void test_scans(int in_place)
{
    struct affine mine[N], all[N];
    MPI_Request request;

    for (int i = 0; i < N; i++)
        mine[i] = all[i] = element(rank, i);
    MPI_Scan(in_place ? MPI_IN_PLACE : (void *)mine, all, N, affine_type,
             compose_op, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        CHECK(same(all[i], composed(rank + 1, i)));
    for (int i = 0; i < N; i++)
        all[i] = mine[i];
    MPI_Iexscan(in_place ? MPI_IN_PLACE : (void *)mine, all, N, affine_type,
                compose_op, MPI_COMM_WORLD, &request);
    finish(&request);
    for (int i = 0; i < N && rank > 0; i++)
        CHECK(same(all[i], composed(rank, i)));
}

static void test_reduce_scatter(int in_place)
{
    int *counts = malloc((size_t)size * sizeof(int)), total = 0, before = 0;
    struct affine *data;

    for (int r = 0; r < size; r++) {
        counts[r] = r % 3;
        before += r < rank ? counts[r] : 0;
        total += counts[r];
    }
    data = malloc((size_t)(2 * total + 2 * size + 3) * sizeof(*data));
    for (int i = 0; i < total; i++)
        data[i] = element(rank, i);
    MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : (void *)data,
                       in_place ? data : data + total, counts, affine_type,
                       compose_op, MPI_COMM_WORLD);
    for (int i = 0; i < counts[rank]; i++)
        CHECK(
            same(data[(in_place ? 0 : total) + i], composed(size, before + i)));
    for (int i = 0; i < size; i++)
        data[i] = element(rank, i);
    MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : (void *)data,
                             in_place ? data : data + size, 1, affine_type,
                             compose_op, MPI_COMM_WORLD);
    CHECK(same(data[in_place ? 0 : size], composed(size, rank)));
    free(data);
    free(counts);
}

/* Rank r contributes r + 1 numbers in the v forms, 2 in the others. */
static void test_gather(int root, int in_place, int nonblocking)
{
    int *recv = malloc((size_t)size * (size_t)(size + 3) * sizeof(int));
    int *counts = malloc((size_t)size * sizeof(int));
    int *displs = malloc((size_t)size * sizeof(int));
    int *mine = malloc((size_t)(size + 2) * sizeof(int));
    void *send = in_place && rank == root ? MPI_IN_PLACE : (void *)mine;
    MPI_Request request;

    for (int r = 0; r < size; r++) {
        counts[r] = r + 1;
        displs[r] = (size - 1 - r) * (size + 1);
    }
    for (int i = 0; i < size + 2; i++)
        mine[i] = rank * 100 + i;
    memset(recv, -1, (size_t)size * (size_t)(size + 3) * sizeof(int));
    if (in_place)
        memcpy(recv + displs[rank], mine, (size_t)counts[rank] * sizeof(int));
    if (nonblocking) {
        MPI_Igatherv(send, rank + 1, MPI_INT, recv, counts, displs, MPI_INT,
                     root, MPI_COMM_WORLD, &request);
        finish(&request);
    } else {
        MPI_Gatherv(send, rank + 1, MPI_INT, recv, counts, displs, MPI_INT,
                    root, MPI_COMM_WORLD);
    }
    for (int r = 0; r < size && rank == root; r++) {
        for (int i = 0; i <= r; i++)
            CHECK(recv[displs[r] + i] == r * 100 + i);
        CHECK(recv[displs[r] + r + 1] == -1);
    }
    if (in_place)
        memcpy(recv + 2 * rank, mine, 2 * sizeof(int));
    MPI_Gather(send, 2, MPI_INT, recv, 2, MPI_INT, root, MPI_COMM_WORLD);
    for (int r = 0; r < 2 * size && rank == root; r++)
        CHECK(recv[r] == r / 2 * 100 + r % 2);
    /* And back: what was gathered is scattered. */
    memset(mine, -1, (size_t)(size + 2) * sizeof(int));
    if (nonblocking) {
        MPI_Iscatter(recv, 2, MPI_INT, mine, 2, MPI_INT, root, MPI_COMM_WORLD,
                     &request);
        finish(&request);
    } else {
        MPI_Scatter(recv, 2, MPI_INT, mine, 2, MPI_INT, root, MPI_COMM_WORLD);
    }
    CHECK(mine[0] == rank * 100 && mine[1] == rank * 100 + 1 && mine[2] == -1);
    for (int i = 0; i < size * (size + 3); i++)
        recv[i] = i;
    MPI_Scatterv(recv, counts, displs, MPI_INT, mine, rank + 1, MPI_INT, root,
                 MPI_COMM_WORLD);
    for (int i = 0; i <= rank; i++)
        CHECK(mine[i] == displs[rank] + i);
    free(recv);
    free(counts);
    free(displs);
    free(mine);
}

static void test_allgather(int in_place, int nonblocking)
{
    int *recv = malloc((size_t)size * (size_t)(size + 3) * sizeof(int));
    int *counts = malloc((size_t)size * sizeof(int));
    int *displs = malloc((size_t)size * sizeof(int));
    int mine[2] = {rank, -rank};
    MPI_Request request;

    if (in_place)
        memcpy(recv + 2 * rank, mine, sizeof(mine));
    if (nonblocking) {
        MPI_Iallgather(in_place ? MPI_IN_PLACE : (void *)mine, 2, MPI_INT, recv,
                       2, MPI_INT, MPI_COMM_WORLD, &request);
        finish(&request);
    } else {
        MPI_Allgather(in_place ? MPI_IN_PLACE : (void *)mine, 2, MPI_INT, recv,
                      2, MPI_INT, MPI_COMM_WORLD);
    }
    for (int r = 0; r < size; r++)
        CHECK(recv[2 * r] == r && recv[2 * r + 1] == -r);
    for (int r = 0; r < size; r++) {
        counts[r] = r % 3;
        displs[r] = 3 * r;
    }
    memset(recv, -1, (size_t)size * (size_t)(size + 3) * sizeof(int));
    if (in_place)
        memcpy(recv + displs[rank], mine, (size_t)counts[rank] * sizeof(int));
    MPI_Allgatherv(in_place ? MPI_IN_PLACE : (void *)mine, rank % 3, MPI_INT,
                   recv, counts, displs, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) {
        for (int i = 0; i < 3; i++)
            CHECK(recv[3 * r + i] == (i >= counts[r] ? -1 : i ? -r : r));
    }
    free(recv);
    free(counts);
    free(displs);
}

static void test_alltoall(int in_place, int nonblocking)
{
    size_t n = (size_t)size * (size_t)(size + 3);
    int *send = malloc(n * sizeof(int)), *recv = malloc(n * sizeof(int));
    int *counts = malloc((size_t)size * sizeof(int));
    int *displs = malloc((size_t)size * sizeof(int));
    int *places = malloc((size_t)size * sizeof(int));
    MPI_Datatype *types = malloc((size_t)size * sizeof(*types));
    MPI_Request request;

    for (int r = 0; r < size; r++) {
        send[r] = recv[r] = rank * 1000 + r;
        counts[r] = (rank + r) % 3;
        displs[r] = 3 * r;
        places[r] = 3 * r * (int)sizeof(int);
        types[r] = MPI_INT;
    }
    if (nonblocking) {
        MPI_Ialltoall(in_place ? MPI_IN_PLACE : (void *)send, 1, MPI_INT, recv,
                      1, MPI_INT, MPI_COMM_WORLD, &request);
        finish(&request);
    } else {
        MPI_Alltoall(in_place ? MPI_IN_PLACE : (void *)send, 1, MPI_INT, recv,
                     1, MPI_INT, MPI_COMM_WORLD);
    }
    for (int r = 0; r < size; r++)
        CHECK(recv[r] == r * 1000 + rank);
    for (int form = 0; form < 2; form++) {
        void *from = in_place ? MPI_IN_PLACE : (void *)send;

        for (int i = 0; i < 3 * size; i++)
            send[i] = recv[i] = rank * 1000 + i;
        if (form == 0)
            MPI_Alltoallv(from, counts, displs, MPI_INT, recv, counts, displs,
                          MPI_INT, MPI_COMM_WORLD);
        else
            MPI_Alltoallw(from, counts, places, types, recv, counts, places,
                          types, MPI_COMM_WORLD);
        for (int i = 0; i < 3 * size; i++)
            CHECK(recv[i] == (i % 3 < counts[i / 3]
                                  ? i / 3 * 1000 + 3 * rank + i % 3
                                  : rank * 1000 + i));
    }
    free(send);
    free(recv);
    free(counts);
    free(displs);
    free(places);
    free(types);
}

int main(int argc, char **argv)
{
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &affine_type);
    MPI_Type_commit(&affine_type);
    MPI_Op_create(compose, 0, &compose_op);
    for (int root = 0; root < size; root++) {
        test_bcast(root, 1);
        test_bcast(root, 50000);
        for (int way = 0; way < 4; way++) {
            test_reduce(root, way & 1, way >> 1);
            test_gather(root, way & 1, way >> 1);
        }
        test_sum(root, 0);
        test_sum(root, 1);
    }
    for (int way = 0; way < 4; way++) {
        test_allreduce(way & 1, way >> 1);
        test_allgather(way & 1, way >> 1);
        test_alltoall(way & 1, way >> 1);
        test_scans(way & 1);
        test_reduce_scatter(way & 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    finish(&request);
    MPI_Op_free(&compose_op);
    MPI_Type_free(&affine_type);
    MPI_Finalize();
    return 0;
}
