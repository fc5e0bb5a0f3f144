/*
 * A part of an array that is dealt out is received into less, as another type,
 * and uncommitted; and changes while it is sent.
 *
 * np: 1
 * verdict: error
 * finding: P2P-TRUNCATED receive=0@short send=0@send
 * finding: P2P-TYPE-MISMATCH receive=0@floats send=0@ints
 * finding: BUFFER-CHANGED-EARLY begin=0@changed ...
 * finding: ARG-TYPE-NOT-COMMITTED call=0@uncommitted
 * twin: darray.c
 */
#include <mpi.h>

static int cyclic[1] = {MPI_DISTRIBUTE_CYCLIC}, blocks[1] = {2};

int main(int argc, char **argv)
{
    int sizes[1] = {11}, grid[1] = {2}, numbers[11] = {0}, received[11];
    float floats[5];
    MPI_Datatype part, other;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_create_darray(2, 1, 1, sizes, cyclic, blocks, grid, MPI_ORDER_C,
                           MPI_INT, &part);
    MPI_Type_dup(part, &other);
    MPI_Type_commit(&part);
    MPI_Irecv(received, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @short */
    MPI_Send(numbers, 1, part, 0, 0, MPI_COMM_WORLD); /* @send */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(floats, 5, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, &request); /* @floats */
    MPI_Send(numbers, 1, part, 0, 0, MPI_COMM_WORLD); /* @ints */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(numbers, 1, part, 0, 0, MPI_COMM_WORLD, &request); /* @changed */
    numbers[6]++;
    MPI_Recv(received, 5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(numbers, 1, other, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @uncommitted */
    MPI_Type_free(&other);
    MPI_Type_free(&part);
    MPI_Finalize();
    return 0;
}
