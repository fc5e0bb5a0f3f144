/*
 * Every collective, blocking and nonblocking, and user-defined operations.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#define N 3

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i;

    (void)type;
    for (i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
    int a[4 * N] = {1}, b[4 * N] = {2}, c[N] = {3}, i, done = 0;
    int ones[N] = {1, 1, 1}, places[N] = {0, 1, 2}, bytes[N] = {0, 4, 8};
    MPI_Comm comm;
    MPI_Datatype ints[N] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Op op;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Op_create(add, 1, &op);
    MPI_Barrier(comm);
    MPI_Bcast(a, 1, MPI_INT, 1, comm);
    MPI_Gather(c, 1, MPI_INT, a, 1, MPI_INT, 0, comm);
    MPI_Gatherv(c, 1, MPI_INT, a, ones, places, MPI_INT, 0, comm);
    MPI_Scatter(a, 1, MPI_INT, c, 1, MPI_INT, 0, comm);
    MPI_Scatterv(a, ones, places, MPI_INT, c, 1, MPI_INT, 2, comm);
    MPI_Allgather(c, 1, MPI_INT, a, 1, MPI_INT, comm);
    MPI_Allgatherv(c, 1, MPI_INT, a, ones, places, MPI_INT, comm);
    MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, comm);
    MPI_Alltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, comm);
    MPI_Alltoallw(a, ones, bytes, ints, b, ones, bytes, ints, comm);
    MPI_Reduce(a, b, N, MPI_INT, MPI_SUM, 1, comm);
    MPI_Allreduce(a, b, N, MPI_INT, op, comm);
    MPI_Reduce_scatter(a, c, ones, MPI_INT, MPI_MAX, comm);
    MPI_Reduce_scatter_block(a, c, 1, MPI_INT, op, comm);
    MPI_Scan(a, b, N, MPI_INT, MPI_MIN, comm);
    MPI_Exscan(a, b, N, MPI_INT, MPI_BOR, comm);
    MPI_Ibarrier(comm, &request[0]);
    MPI_Ibcast(&a[9], 1, MPI_INT, 1, comm, &request[1]);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Igather(c, 1, MPI_INT, a, 1, MPI_INT, 0, comm, &request[0]);
    do
        MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
    while (!done);
    MPI_Iscatter(a, 1, MPI_INT, c, 1, MPI_INT, 0, comm, &request[0]);
    MPI_Waitany(1, request, &i, MPI_STATUS_IGNORE);
    MPI_Iallgather(c, 1, MPI_INT, a, 1, MPI_INT, comm, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Ialltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, comm,
                   &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Ireduce(a, b, N, MPI_INT, op, 1, comm, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Iallreduce(a, b, N, MPI_INT, MPI_PROD, comm, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Ireduce_scatter_block(a, c, 1, MPI_INT, MPI_MAX, comm, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Iscan(a, b, N, MPI_INT, MPI_MIN, comm, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
