/*
 * As comm_buffer.c; it is flushed after the message is received. What is taken
 * away, or flushed, before is another buffer, through which nothing has gone.
 *
 * np: 2
 * verdict: clean
 * flavours: abi
 */
#include <mpi.h>

static char buffer[1000 + MPI_BSEND_OVERHEAD], other[1000], third[1000];

int main(int argc, char **argv)
{
    int rank, value = 0, size;
    void *address;
    MPI_Comm comm, aside;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &aside);
    MPI_Comm_attach_buffer(comm, buffer, sizeof buffer);
    MPI_Comm_attach_buffer(aside, other, sizeof other);
    MPI_Buffer_attach(third, sizeof third);
    MPI_Bsend(&rank, 1, MPI_INT, !rank, 0, comm);
    MPI_Comm_flush_buffer(aside);
    MPI_Buffer_flush();
    MPI_Comm_detach_buffer(aside, &address, &size);
    MPI_Buffer_detach(&address, &size);
    MPI_Recv(&value, 1, MPI_INT, !rank, 0, comm, MPI_STATUS_IGNORE);
    MPI_Comm_flush_buffer(comm);
    MPI_Comm_detach_buffer(comm, &address, &size);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&aside);
    MPI_Finalize();
    return 0;
}
