/*
 * What a program may do with buffers of receives: store there before and after,
 * between the starts of a persistent one, beside what is received, and between
 * the elements of a datatype, and where nobody sends; while a short message
 * comes in small pieces.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

#define LONG (1 << 20)

static char data[LONG], beside[8];
static MPI_Comm comm = MPI_COMM_WORLD;

static void receive(MPI_Datatype column)
{
    MPI_Request request, requests[2];
    int done = 0, i;

    for (i = 0; i < 3; i++) {
        memset(data, 0x55, sizeof data);
        MPI_Irecv(data, LONG, MPI_BYTE, 1, 0, comm, &request);
        beside[0] = (char)i;
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        done = 0;
        memset(data, 0x56, sizeof data);
    }
    MPI_Recv_init(data, 8, MPI_BYTE, 1, 1, comm, &request);
    for (i = 0; i < 3; i++) {
        memset(data, 0x57 + i, 8);
        MPI_Start(&request);
        MPI_Barrier(comm);
        MPI_Barrier(comm);
        data[8] = 0x44;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        data[0] = 0x45;
    }
    MPI_Request_free(&request);
    MPI_Irecv(data, 1, column, 1, 2, comm, &requests[0]);
    MPI_Irecv(data + 1, 1, column, 1, 2, comm, &requests[1]);
    data[2] = data[10] = 0x46;
    MPI_Barrier(comm);
    data[2] = data[10] = 0x47;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Irecv(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, comm, &request);
    for (i = 0; i < 3; i++) {
        data[0] = (char)i; /* a boundary, which nobody sends */
        MPI_Barrier(comm);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(data, 64, MPI_BYTE, 1, 3, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    data[1] = 0x48;
}

static void send(void)
{
    int i;

    for (i = 0; i < 3; i++)
        MPI_Send(data, LONG, MPI_BYTE, 0, 0, comm);
    for (i = 0; i < 3; i++) {
        MPI_Barrier(comm);
        MPI_Send(data, 8, MPI_BYTE, 0, 1, comm);
        MPI_Barrier(comm);
    }
    MPI_Send(data, 4, MPI_BYTE, 0, 2, comm);
    MPI_Barrier(comm);
    MPI_Send(data, 4, MPI_BYTE, 0, 2, comm);
    for (i = 0; i < 3; i++)
        MPI_Barrier(comm);
    MPI_Send(data, 5, MPI_BYTE, 0, 3, comm);
}

int main(int argc, char **argv)
{
    MPI_Datatype column;
    int rank;

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
