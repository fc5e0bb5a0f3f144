/*
 * The program stores into buffers of receives that are not complete: of a
 * plain one, of a persistent one that a barrier lies behind, of one that is
 * polled for, and of one whose datatype has gaps.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=0@plain end=0@waitplain cites=3.7.2
 * finding: BUFFER-ACCESSED-EARLY begin=0@start end=0@waitany made=0@init cites=3.9
 * finding: BUFFER-ACCESSED-EARLY begin=0@polled end=0@test
 * finding: BUFFER-ACCESSED-EARLY begin=0@column end=0@waitcolumn
 * twin: irecv_stored_after.c
 */
#include <mpi.h>
#include <string.h>

#include "unfollowed.h"

#define STORED 0x55 /* neither what stands there nor what comes */

static char data[128];
static MPI_Comm comm = MPI_COMM_WORLD;

static void receive(MPI_Datatype column)
{
    MPI_Request request;
    int done = 0, index;

    MPI_Irecv(data, 4, MPI_BYTE, 1, 0, comm, &request); /* @plain */
    data[1] = STORED;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @waitplain */

    memset(data, 0, sizeof data);
    MPI_Recv_init(data + 16, 8, MPI_BYTE, 1, 2, comm, &request); /* @init */
    MPI_Start(&request); /* @start */
    MPI_Barrier(comm);
    memset(data + 16, STORED, 8);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE); /* @waitany */
    MPI_Request_free(&request);

    MPI_Irecv(data + 32, 8, MPI_BYTE, 1, 3, comm, &request); /* @polled */
    data[32] = STORED;
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE); /* @test */

    MPI_Irecv(data + 64, 1, column, 1, 4, comm, &request); /* @column */
    data[64 + 16] = STORED;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @waitcolumn */
}

static void send(void)
{
    MPI_Send(data, 4, MPI_BYTE, 0, 0, comm);
    MPI_Barrier(comm);
    MPI_Send(data, 8, MPI_BYTE, 0, 2, comm);
    MPI_Send(data, 8, MPI_BYTE, 0, 3, comm);
    MPI_Send(data, 4, MPI_BYTE, 0, 4, comm);
}

int main(int argc, char **argv)
{
    MPI_Datatype column;
    int rank;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Type_vector(4, 1, 8, MPI_BYTE, &column);
    MPI_Type_commit(&column);
    if (rank == 0) {
        receive(column);
    } else {
        memset(data, 1, sizeof data);
        send();
    }
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
