/*
 * Equal signatures of unequal maps: absolute addresses, a struct against the
 * pair type, a resized struct against its parts, a part of an array against a
 * vector; packed data; no data of any type.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

struct mixed {
    int number;
    double value;
};

static int rank;

/* Rank 0 sends by the one type what rank 1 receives by the other. */
static void pass(void *buffer, int sent, MPI_Datatype out, int received,
                 MPI_Datatype in)
{
    if (rank == 0)
        MPI_Send(buffer, sent, out, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, received, in, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_Datatype make(MPI_Aint first, MPI_Datatype type, MPI_Aint second,
                         MPI_Datatype other)
{
    int lengths[] = {1, 1};
    MPI_Aint displacements[] = {first, second};
    MPI_Datatype types[] = {type, other}, made;

    MPI_Type_create_struct(2, lengths, displacements, types, &made);
    MPI_Type_commit(&made);
    return made;
}

static void structs(void)
{
    struct mixed mixed[2] = {{0, 0}, {0, 0}};
    struct {
        double value;
        int number;
    } pair = {0, 0};
    MPI_Aint number, value;
    MPI_Datatype absolute, relative, resized, two, as_pair;

    MPI_Get_address(&mixed[0].number, &number);
    MPI_Get_address(&mixed[0].value, &value);
    absolute = make(number, MPI_INT, value, MPI_DOUBLE);
    relative = make(0, MPI_INT, offsetof(struct mixed, value), MPI_DOUBLE);
    if (rank == 0)
        MPI_Send(MPI_BOTTOM, 1, absolute, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(mixed, 1, relative, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(rank == 0 ? MPI_BOTTOM : mixed, 1,
              rank == 0 ? absolute : relative, 0, MPI_COMM_WORLD);
    MPI_Type_create_resized(relative, 0, sizeof mixed[0], &resized);
    MPI_Type_commit(&resized);
    two = make(0, relative, sizeof mixed[0], relative);
    pass(mixed, 2, resized, 1, two);
    as_pair = make(0, MPI_DOUBLE, sizeof(double), MPI_INT);
    pass(&pair, 1, as_pair, 1, MPI_DOUBLE_INT);
    MPI_Type_free(&absolute);
    MPI_Type_free(&relative);
    MPI_Type_free(&resized);
    MPI_Type_free(&two);
    MPI_Type_free(&as_pair);
}

static void arrays(void)
{
    int sizes[] = {4, 4}, part[] = {2, 3}, starts[] = {1, 1}, matrix[16] = {0};
    MPI_Datatype rows, columns;

    MPI_Type_create_subarray(2, sizes, part, starts, MPI_ORDER_C, MPI_INT,
                             &rows);
    MPI_Type_commit(&rows);
    MPI_Type_vector(3, 2, 5, MPI_INT, &columns);
    MPI_Type_commit(&columns);
    pass(matrix, 1, rows, 1, columns);
    MPI_Type_free(&rows);
    MPI_Type_free(&columns);
}

static void packed(void)
{
    int numbers[3] = {0}, position = 0;
    char bytes[64] = {0};

    MPI_Pack(numbers, 3, MPI_INT, bytes, sizeof bytes, &position,
             MPI_COMM_WORLD);
    pass(rank == 0 ? (void *)bytes : numbers, position, MPI_PACKED, 3, MPI_INT);
    pass(rank == 0 ? (void *)numbers : bytes, 3, MPI_INT, sizeof bytes,
         MPI_PACKED);
    MPI_Bcast(rank == 0 ? (void *)bytes : numbers, rank == 0 ? position : 3,
              rank == 0 ? MPI_PACKED : MPI_INT, 0, MPI_COMM_WORLD);
}

static void nothing(void)
{
    int numbers[2] = {0}, none[] = {0, 0};
    float others[5];
    MPI_Datatype empty;

    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    pass(others, 0, MPI_INT, 5, MPI_FLOAT);
    pass(NULL, 1, empty, 0, MPI_DOUBLE);
    MPI_Bcast(NULL, 0, rank == 0 ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Alltoallv(numbers, none, none, MPI_INT, others, none, none, MPI_FLOAT,
                  MPI_COMM_WORLD);
    MPI_Type_free(&empty);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    structs();
    arrays();
    packed();
    nothing();
    MPI_Finalize();
    return 0;
}
