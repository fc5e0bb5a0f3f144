/*
 * As cancel_inactive.c, and the MPI ends the process: for that.
 *
 * np: 1
 * verdict: error
 * flavours: abi mpich
 * finding: REQUEST-CANCEL-INACTIVE call=0@cancel made=0@receive
 * finding: PROCESS-KILLED inside=0@cancel
 * status: 1|3|7|19|174
 * twin: cancelled.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    int in;

    MPI_Init(&argc, &argv);
    MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @receive */
    MPI_Cancel(&request); /* @cancel */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
