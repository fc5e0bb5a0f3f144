/*
 * Both processes take away the buffer of a message before they receive.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@detach begun=0@send ...
 * twin: bsend_bsend.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    static char buffer[1000 + MPI_BSEND_OVERHEAD];
    void *address;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Bsend(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD); /* @send */
    MPI_Buffer_detach(&address, &size);                     /* @detach */
    MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
