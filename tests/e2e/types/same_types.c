/*
 * Other layouts, other constructors, other counts: the same basic types in
 * the same order match (MPI-4.1 5.1.11).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct mixed {
    int number;
    double values[2];
    char letter;
};

static MPI_Datatype mixed_type(void)
{
    int lengths[3] = {1, 2, 1};
    MPI_Aint displs[3] = {offsetof(struct mixed, number),
                          offsetof(struct mixed, values),
                          offsetof(struct mixed, letter)};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, made, type;

    MPI_Type_create_struct(3, lengths, displs, types, &made);
    MPI_Type_create_resized(made, 0, sizeof(struct mixed), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&made);
    return type;
}

/* As mixed_type, by other means: from absolute addresses. */
static MPI_Datatype flat_type(const struct mixed *at)
{
    int lengths[4] = {1, 1, 1, 1};
    MPI_Aint displs[4];
    MPI_Datatype types[4] = {MPI_INT, MPI_DOUBLE, MPI_DOUBLE, MPI_CHAR}, type;

    MPI_Get_address(&at->number, &displs[0]);
    MPI_Get_address(&at->values[0], &displs[1]);
    MPI_Get_address(&at->values[1], &displs[2]);
    MPI_Get_address(&at->letter, &displs[3]);
    MPI_Type_create_struct(4, lengths, displs, types, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Ten integers, in a way of their own. */
static MPI_Datatype ten(int how)
{
    int lengths[3] = {5, 0, 5}, displs[3] = {10, 3, 0};
    int sizes[2] = {4, 6}, subsizes[2] = {2, 5}, starts[2] = {1, 0};
    MPI_Datatype type, inner;

    MPI_Type_contiguous(5, MPI_INT, &inner);
    if (how == 0)
        MPI_Type_contiguous(10, MPI_INT, &type);
    else if (how == 1)
        MPI_Type_vector(5, 2, 4, MPI_INT, &type);
    else if (how == 2)
        MPI_Type_indexed(3, lengths, displs, MPI_INT, &type);
    else if (how == 3)
        MPI_Type_vector(2, 1, 2, inner, &type);
    else
        MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv)
{
    struct mixed one = {1, {2, 3}, 'x'}, many[3];
    int rank, how, numbers[64] = {0}, position = 0, pair[2] = {1, 2};
    struct { double value; int index; } place[2] = {{1, 2}, {3, 4}};
    char packed[256] = {0};
    MPI_Datatype type, absolute;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = mixed_type();
    absolute = flat_type(&one);
    memset(many, 0, sizeof many);
    for (how = 0; how < 5; how++) {
        MPI_Datatype way = ten(how);

        if (rank == 0) {
            MPI_Send(numbers, 20, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Send(numbers, 1, way, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(numbers, 2, way, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            /* What is sent may be shorter. */
            MPI_Recv(numbers, 13, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Type_free(&way);
    }
    if (rank == 0) {
        MPI_Send(MPI_BOTTOM, 1, absolute, 1, 1, MPI_COMM_WORLD);
        MPI_Send(many, 3, type, 1, 1, MPI_COMM_WORLD);
        /* Nothing is of any type. */
        MPI_Send(NULL, 0, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD);
        MPI_Send(many, 0, type, 1, 2, MPI_COMM_WORLD);
        MPI_Send(many, 1, type, 1, 2, MPI_COMM_WORLD);
        /* MPI_PACKED matches any other. */
        MPI_Pack(&numbers, 3, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 3, MPI_COMM_WORLD);
        MPI_Send(numbers, 3, MPI_INT, 1, 3, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 3, MPI_COMM_WORLD);
        /* A pair is its two parts (6.9.4). */
        MPI_Send(pair, 1, MPI_2INT, 1, 4, MPI_COMM_WORLD);
        MPI_Send(place, 2, MPI_DOUBLE_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        MPI_Recv(many, 1, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(many, 3, type, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(numbers, 3, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(MPI_BOTTOM, 1, absolute, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(numbers, 3, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(packed, sizeof packed, MPI_PACKED, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(packed, sizeof packed, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(pair, 2, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(place, 2, MPI_DOUBLE_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* A receive that is cancelled takes nothing. */
    MPI_Irecv(place, 1, MPI_DOUBLE, 1 - rank, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Sendrecv(numbers, 10, MPI_INT, 1 - rank, 9, numbers + 20, 20, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(numbers, 10, MPI_INT, 1 - rank, 10, 1 - rank, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    MPI_Type_free(&absolute);
    MPI_Finalize();
    return 0;
}
