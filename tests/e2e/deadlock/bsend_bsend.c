/*
 * Both processes send from a buffer of their own before they receive.
 *
 * np: 2
 * verdict: clean
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
    MPI_Bsend(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&address, &size);
    MPI_Finalize();
    return 0;
}
