/*
 * A receive is freed before it is complete.
 *
 * np: 1
 * verdict: note
 * options: --notes
 * finding: REQUEST-RECEIVE-FREED call=0@free made=0@irecv
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int in;
    int out = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @irecv */
    MPI_Request_free(&request); /* @free */
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
