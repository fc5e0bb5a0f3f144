/*
 * Datatypes of each constructor, used in messages, packed, and freed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define TYPES 9

struct mixed {
    char letter;
    double number;
    int numbers[3];
};

int main(int argc, char **argv)
{
    int rank, i, size, position = 0, lengths[3] = {1, 1, 3};
    int sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
    int places[3] = {0, 4, 8};
    char packed[64];
    static _Alignas(16) char buffer[2048];
    MPI_Aint bytes[3] = {offsetof(struct mixed, letter),
                         offsetof(struct mixed, number),
                         offsetof(struct mixed, numbers)};
    MPI_Aint lower, extent;
    MPI_Datatype basic[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Datatype types[TYPES];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_INT, &types[0]);
    MPI_Type_vector(2, 2, 4, MPI_DOUBLE, &types[1]);
    MPI_Type_create_hvector(2, 1, 32, types[0], &types[2]);
    MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &types[3]);
    MPI_Type_create_hindexed(3, lengths, bytes, MPI_CHAR, &types[4]);
    MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &types[5]);
    MPI_Type_create_struct(3, lengths, bytes, basic, &types[6]);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE,
                             &types[7]);
    MPI_Type_create_resized(types[6], 0, sizeof(struct mixed), &types[8]);
    for (i = 0; i < TYPES; i++) {
        MPI_Type_commit(&types[i]);
        MPI_Type_size(types[i], &size);
        MPI_Type_get_extent(types[i], &lower, &extent);
        if (rank == 0)
            MPI_Send(buffer, 1, types[i], 1, i, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, 1, types[i], 0, i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Pack(buffer, 1, types[1], packed, sizeof packed, &position,
             MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, buffer, 1, types[1],
               MPI_COMM_WORLD);
    for (i = 0; i < TYPES; i++)
        MPI_Type_free(&types[i]);
    MPI_Finalize();
    return 0;
}
