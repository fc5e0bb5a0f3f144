/*
 * Reductions between two groups of which one has one member, the other two:
 * what is scattered there is as much for all together, and not for each; by
 * other datatypes of the same signature.
 *
 * np: 3
 * verdict: clean
 */
#include "two_groups.h"

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i, size;

    MPI_Type_size(*type, &size);
    for (i = 0; i < *length * size / (int)sizeof(int); i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
    int data[4] = {1, 2, 3, 4}, result[4], one[1] = {4}, two[2] = {1, 3};
    MPI_Comm both;
    MPI_Request request;
    MPI_Datatype pair;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    both = two_groups();
    MPI_Allreduce(data, result, 4, MPI_INT, MPI_SUM, both);
    MPI_Iallreduce(data, result, 2, MPI_INT, MPI_MAX, both, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Reduce_scatter_block(data, result, rank_is(0) ? 4 : 2, MPI_INT, MPI_SUM,
                             both);
    MPI_Reduce_scatter(data, result, rank_is(0) ? one : two, MPI_INT, MPI_SUM,
                       both);
    MPI_Op_create(add, 1, &op);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Allreduce(data, result, rank_is(0) ? 2 : 4, rank_is(0) ? pair : MPI_INT,
                  op, both);
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
