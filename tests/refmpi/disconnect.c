/* np: 2 */
/* MPI_Comm_disconnect waits for what is under way on the communicator and for
 * nothing else: not for requests that are not started, nor for the user to
 * complete his. */
#include "check.h"

enum { LARGE = 1 << 20 };
static char data[LARGE], other[LARGE];

int main(int argc, char **argv)
{
    MPI_Request idle[4], request;
    MPI_Comm comm;
    int peer, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    peer = 1 - world_rank();
    MPI_Send_init(data, 1, MPI_CHAR, peer, 1, comm, &idle[0]);
    MPI_Recv_init(data, 1, MPI_CHAR, peer, 2, comm, &idle[1]);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &idle[2]);
    /* Of this one the partner hears later, or never. */
    MPI_Precv_init(data, 2, 1, MPI_CHAR, peer, 3, comm, MPI_INFO_NULL,
                   &idle[3]);
    MPI_Startall(2, idle);
    MPI_Send(data, 1, MPI_CHAR, peer, 2, comm);
    MPI_Recv(data, 1, MPI_CHAR, peer, 1, comm, MPI_STATUS_IGNORE);
    MPI_Waitall(2, idle, MPI_STATUSES_IGNORE);
    if (world_rank() == 0) {
        /* It comes after both are in MPI_Comm_disconnect, or just before. */
        MPI_Irecv(&value, 1, MPI_INT, peer, 4, comm, &request);
        MPI_Request_free(&request);
        MPI_Isend(data, LARGE, MPI_CHAR, peer, 5, comm, &request);
    } else {
        value = 7;
        MPI_Irecv(other, LARGE, MPI_CHAR, peer, 5, comm, &request);
        MPI_Send(&value, 1, MPI_INT, peer, 4, comm);
    }
    MPI_Comm_disconnect(&comm);
    CHECK(comm == MPI_COMM_NULL);
    CHECK(value == 7);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&idle[i]);
    MPI_Finalize();
    return 0;
}
