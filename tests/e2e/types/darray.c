/*
 * Parts of arrays that are dealt out to processes in every way, sent and
 * received as numbers one behind the other, from memory that ends with them;
 * what is of other processes changes meanwhile.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

#include <stdlib.h>
#include <string.h>

#define DEFAULT MPI_DISTRIBUTE_DFLT_DARG

static const struct {
    int dimensions, order, sizes[3], distributions[3], arguments[3], grid[3];
} arrays[] = {
    {1, MPI_ORDER_C, {11}, {MPI_DISTRIBUTE_CYCLIC}, {2}, {2}},
    {1, MPI_ORDER_C, {10}, {MPI_DISTRIBUTE_BLOCK}, {DEFAULT}, {3}},
    {1, MPI_ORDER_C, {7}, {MPI_DISTRIBUTE_BLOCK}, {4}, {3}},
    {2, MPI_ORDER_C, {4, 5}, {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK},
     {DEFAULT, DEFAULT}, {2, 2}},
    {2, MPI_ORDER_FORTRAN, {7, 6},
     {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC}, {DEFAULT, 2}, {3, 2}},
    {2, MPI_ORDER_C, {6, 9}, {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC},
     {DEFAULT, 2}, {1, 3}},
    {3, MPI_ORDER_FORTRAN, {4, 3, 5},
     {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC},
     {DEFAULT, DEFAULT, DEFAULT}, {2, 1, 2}},
};

/* Numbers of the whole array, of which the type has some, are changed. */
static void change_others(int *whole, const int *has, int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (!has[i])
            whole[i]++;
}

static void exchange(MPI_Datatype part, const int *has, int end)
{
    int *whole = malloc((size_t)end * sizeof(int));
    int bytes, i, received[64];
    MPI_Request requests[2];

    for (i = 0; i < end; i++)
        whole[i] = i;
    MPI_Type_size(part, &bytes);
    MPI_Isend(whole, 1, part, 0, 0, MPI_COMM_WORLD, &requests[0]);
    change_others(whole, has, end);
    MPI_Irecv(received, bytes / (int)sizeof(int), MPI_INT, 0, 0, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Irecv(whole, 1, part, 0, 0, MPI_COMM_WORLD, &requests[1]);
    change_others(whole, has, end);
    MPI_Send(received, bytes / (int)sizeof(int), MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    free(whole);
}

int main(int argc, char **argv)
{
    static int numbers[64], packed[64], has[64];
    size_t i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 64; i++)
        numbers[i] = (int)i;
    for (i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        int size = 1, rank, k;

        for (k = 0; k < arrays[i].dimensions; k++)
            size *= arrays[i].grid[k];
        for (rank = 0; rank < size; rank++) {
            int position = 0, end = 0;
            MPI_Datatype part;

            MPI_Type_create_darray(size, rank, arrays[i].dimensions,
                                   arrays[i].sizes, arrays[i].distributions,
                                   arrays[i].arguments, arrays[i].grid,
                                   arrays[i].order, MPI_INT, &part);
            MPI_Type_commit(&part);
            memset(has, 0, sizeof has);
            MPI_Pack(numbers, 1, part, packed, sizeof packed, &position,
                     MPI_COMM_WORLD);
            for (k = 0; k < position / (int)sizeof(int); k++) {
                has[packed[k]] = 1;
                if (end <= packed[k])
                    end = packed[k] + 1;
            }
            exchange(part, has, end);
            MPI_Type_free(&part);
        }
    }
    MPI_Finalize();
    return 0;
}
