/*
 * Where the next item of a datatype begins, an MPI says: it may round the
 * extent up to the alignment of what is in it (MPI-4.1 5.1), in a struct at
 * least; a complex number is aligned as its parts are, a block of nothing as
 * nothing, and it need not have bounds.  What lies between the items is the
 * program's, and it changes it while the items are sent, and receives into it
 * while they are received.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

#define BYTES 4096
#define START 1024
#define ITEMS 3

static MPI_Comm comm = MPI_COMM_WORLD;
static char data[BYTES], used[BYTES];

/* A byte that is none of the items. */
static char *find_gap(MPI_Datatype type)
{
    MPI_Aint lb, extent, ignored, i;
    char packed[BYTES];
    int size, position = 0;

    MPI_Type_size(type, &size);
    MPI_Type_get_true_extent(type, &lb, &ignored);
    MPI_Type_get_extent(type, &ignored, &extent);
    memset(packed, 1, sizeof packed);
    memset(used, 0, sizeof used);
    MPI_Unpack(packed, ITEMS * size, &position, used + START, ITEMS, type,
               MPI_COMM_SELF);
    for (i = START + lb + ITEMS * extent; i > START && used[i]; i--)
        ;
    return &data[i];
}

static void exchange(MPI_Datatype type)
{
    MPI_Request requests[2];
    char *gap, one = 0;
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Type_commit(&type);
    gap = find_gap(type);
    if (rank == 0) {
        MPI_Isend(data + START, ITEMS, type, 1, 0, comm, &requests[0]);
        ++*gap;
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Send(&one, 1, MPI_CHAR, 1, 1, comm);
    } else {
        MPI_Irecv(data + START, ITEMS, type, 0, 0, comm, &requests[0]);
        MPI_Irecv(gap, 1, MPI_CHAR, 0, 1, comm, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    int ones[] = {1, 1, 1}, none[] = {1, 1, 0};
    MPI_Aint odd[] = {0, 5}, close[] = {0, 16, 0}, far[] = {0, 7};
    MPI_Datatype numbers[] = {MPI_C_DOUBLE_COMPLEX, MPI_DOUBLE};
    MPI_Datatype empty[] = {MPI_INT, MPI_BYTE, MPI_DOUBLE};
    MPI_Datatype parts[] = {MPI_INT, MPI_BYTE}, type, resized, pair;

    MPI_Init(&argc, &argv);
    MPI_Type_create_hindexed(2, ones, odd, MPI_INT, &type);
    exchange(type);
    MPI_Type_create_hvector(2, 1, 5, MPI_INT, &type);
    exchange(type);
    MPI_Type_create_hindexed_block(2, 1, odd, MPI_INT, &pair);
    MPI_Type_contiguous(2, pair, &type);
    exchange(type);
    MPI_Type_vector(2, 1, 2, pair, &type);
    exchange(type);
    MPI_Type_free(&pair);
    MPI_Type_create_struct(2, ones, close, numbers, &type);
    exchange(type);
    MPI_Type_create_struct(3, none, close, empty, &type);
    exchange(type);
    MPI_Type_create_resized(MPI_INT, 0, 16, &resized);
    parts[0] = resized;
    MPI_Type_create_struct(2, ones, far, parts, &type);
    exchange(type);
    far[1] = 20;
    MPI_Type_create_struct(2, ones, far, parts, &type);
    exchange(type);
    MPI_Type_free(&resized);
    MPI_Type_contiguous(0, MPI_INT, &pair);
    empty[0] = pair;
    far[1] = 2;
    MPI_Type_create_struct(2, ones, far, empty, &type);
    exchange(type);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
