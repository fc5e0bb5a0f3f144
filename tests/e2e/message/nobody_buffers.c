/*
 * What comes from MPI_PROC_NULL is stored nowhere, and what goes there is not
 * loaded: no buffer needs to be there (3.10), nor for a message that was
 * probed for (3.8.3).
 *
 * np: 1
 * verdict: clean
 * flavours: abi mpich (Open MPI copies the buffer of MPI_Sendrecv_replace)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *volatile nowhere = (int *)16;
    MPI_Message message;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Send(nowhere, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(nowhere, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(nowhere, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(nowhere, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(nowhere, 4, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
