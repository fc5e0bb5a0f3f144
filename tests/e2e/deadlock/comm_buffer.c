/*
 * As bsend_detach.c, with the buffer of a communicator: first it is flushed
 * before the messages are received, which may deadlock, then taken away.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@flush begun=0@send ...
 * flavours: abi
 * twin: comm_buffer_received.c
 */
#include <mpi.h>

static char buffer[1000 + MPI_BSEND_OVERHEAD];

int main(int argc, char **argv)
{
    int rank, value = 0, size;
    void *address;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_attach_buffer(comm, buffer, sizeof buffer);
    MPI_Bsend(&rank, 1, MPI_INT, !rank, 0, comm); /* @send */
    MPI_Comm_flush_buffer(comm); /* @flush */
    MPI_Recv(&value, 1, MPI_INT, !rank, 0, comm, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer(comm, &address, &size);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
