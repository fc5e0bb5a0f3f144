/*
 * Datatypes of which extents, displacements of empty blocks, and sizes of the
 * array they are a part of are about as large as MPI_Aint holds: their data is
 * a few bytes at the beginning, and the program changes them after the send.
 *
 * np: 2
 * verdict: clean
 */
#include <limits.h>
#include <mpi.h>

#define FAR ((MPI_Aint)1 << 62)

static int make(MPI_Datatype *types)
{
    int lengths[] = {0, 1, 0}, one[] = {1, 1}, zero[] = {0, 0};
    int places[] = {INT_MAX, 0, INT_MIN}, sizes[] = {INT_MAX, INT_MAX};
    MPI_Aint displs[] = {LONG_MAX, 0, LONG_MIN};
    MPI_Datatype each[] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    int count = 0;

    MPI_Type_create_resized(MPI_INT, 0, FAR, &types[count++]);
    MPI_Type_create_resized(MPI_INT, FAR, FAR - 1, &types[count++]);
    MPI_Type_create_resized(MPI_INT, LONG_MIN, LONG_MAX, &types[count++]);
    MPI_Type_create_hindexed(3, lengths, displs, MPI_INT, &types[count++]);
    MPI_Type_create_struct(3, lengths, displs, each, &types[count++]);
    MPI_Type_indexed(3, lengths, places, MPI_INT, &types[count++]);
    MPI_Type_create_hvector(1, 1, LONG_MAX, MPI_INT, &types[count++]);
    MPI_Type_contiguous(1, types[0], &types[count++]);
    MPI_Type_vector(1, 1, 8, types[0], &types[count++]);
    MPI_Type_create_subarray(2, sizes, one, zero, MPI_ORDER_C, MPI_BYTE,
                             &types[count++]);
    return count;
}

int main(int argc, char **argv)
{
    int rank, values[16] = {0}, i, count;
    MPI_Datatype types[16];
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    count = make(types);
    for (i = 0; i < count; i++) {
        MPI_Type_commit(&types[i]);
        if (rank == 0) {
            MPI_Isend(&values[i], 1, types[i], 1, 0, comm, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            values[i] = 1;
        } else {
            MPI_Irecv(&values[i], 1, types[i], 0, 0, comm, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Type_free(&types[i]);
    }
    MPI_Finalize();
    return 0;
}
