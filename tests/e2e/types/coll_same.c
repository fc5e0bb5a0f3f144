/*
 * The data of collective operations go together, described in other ways:
 * types of one signature, nothing of any type, packed data, data in place,
 * arguments that only count at the root, intercommunicators.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static void intercomm(int rank, int size)
{
    MPI_Comm half, inter;
    int numbers[64] = {0}, others[64] = {0}, left = rank < 1;

    MPI_Comm_split(MPI_COMM_WORLD, left, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, left ? 1 : 0, 5, &inter);
    /* To the left goes another amount than to the right. */
    MPI_Allgather(numbers, left ? 2 : 3, MPI_INT, others, left ? 3 : 2, MPI_INT, inter);
    MPI_Alltoall(numbers, left ? 2 : 0, MPI_INT, others, left ? 0 : 2, MPI_INT, inter);
    MPI_Bcast(numbers, left ? 7 : rank == 1 ? 7 : 0, MPI_INT, left ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Allreduce(numbers, others, 2, MPI_INT, MPI_SUM, inter);
    MPI_Gather(numbers, rank == 2 ? 0 : 3, MPI_INT, others, 3, MPI_INT, left ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Reduce_scatter_block(numbers, others, left ? size - 1 : 1, MPI_INT, MPI_SUM, inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    int rank, size, i, position = 0, numbers[64] = {0}, others[64] = {0};
    int ones[3] = {1, 1, 1}, steps[3] = {0, 4, 8}, own[3] = {1, 2, 3};
    int pairwise[3], expected[3], bytes[3] = {0, 16, 32};
    char packed[64] = {0};
    MPI_Datatype two, types[3], ints[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_Bcast(numbers, rank == 0 ? 4 : 2, rank == 0 ? MPI_INT : two, 0, MPI_COMM_WORLD);
    MPI_Bcast(NULL, 0, rank == 0 ? MPI_INT : MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Ibcast(numbers, 2, two, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Pack(numbers, 4, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Bcast(&position, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Bcast(packed, position, MPI_PACKED, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(numbers, rank == 2 ? 2 : 1, rank == 2 ? MPI_INT : two, others, rank == 0 ? 2 : 99, rank == 0 ? MPI_INT : MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(rank == 1 ? MPI_IN_PLACE : numbers, 2, MPI_INT, others, 2, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatter(others, 1, two, rank == 0 ? MPI_IN_PLACE : numbers, rank == 0 ? 77 : 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gatherv(numbers, own[rank], MPI_INT, others, own, steps, MPI_INT, 2, MPI_COMM_WORLD);
    MPI_Scatterv(others, own, steps, MPI_INT, numbers, own[rank], MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Allgather(numbers, 1, two, others, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 9, MPI_DOUBLE, others, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(numbers, own[rank], MPI_INT, others, own, steps, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, others, own, steps, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < 3; i++) {
        pairwise[i] = rank < i ? 2 : 1;
        expected[i] = i < rank ? 2 : 1;
        types[i] = rank < i ? two : MPI_INT;
    }
    MPI_Alltoallv(numbers, pairwise, steps, MPI_INT, others, expected, steps, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, others, ones, steps, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallw(numbers, ones, bytes, types, others, expected, bytes, ints, MPI_COMM_WORLD);
    MPI_Allreduce(rank == 0 ? numbers : numbers, others, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(rank == 2 ? MPI_IN_PLACE : numbers, others, 4, MPI_INT, MPI_MAX, 2, MPI_COMM_WORLD);
    MPI_Reduce_scatter(numbers, others, own, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, others, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(rank == 1 ? MPI_IN_PLACE : numbers, others, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(rank == 2 ? MPI_IN_PLACE : numbers, others, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    intercomm(rank, size);
    MPI_Type_free(&two);
    MPI_Finalize();
    return 0;
}
