/*
 * Sends and receives that the MPI refuses, as the program expects: receives that
 * were posted before take what is sent later, or are cancelled.
 *
 * np: 2
 * verdict: note
 * needs: x86-64
 * finding: CALL-PROVOKED call=0@to_self
 * finding: CALL-PROVOKED call=0@to_other
 * finding: CALL-PROVOKED call=0@begun
 * finding: CALL-PROVOKED call=0@both
 * finding: CALL-PROVOKED call=1@negative
 * options: --notes
 * twin: received.c
 */
#include <mpi.h>
#include <stdlib.h>

static _Alignas(int) char in[400], out[400];

static void to_self(int rank, MPI_Datatype fifty)
{
    MPI_Request requests[2];

    MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Irecv(in + 50, 50, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    if (MPI_Send(out, 1, fifty, 0, 0, MPI_COMM_SELF) == MPI_SUCCESS) /* @to_self */
        abort();
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Cancel(&requests[1]);
    else
        MPI_Send(out, 50, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    MPI_Datatype fifty; /* not committed */
    void *detached;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(malloc(10000 + MPI_BSEND_OVERHEAD), 10000 + MPI_BSEND_OVERHEAD);
    MPI_Type_contiguous(50, MPI_INT, &fifty);
    to_self(rank, fifty);
    if (rank == 1) {
        if (MPI_Recv(in, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS) /* @negative */
            abort();
        MPI_Recv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, 50, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        if (MPI_Bsend(out, 1, fifty, 1, 0, MPI_COMM_WORLD) == MPI_SUCCESS) /* @to_other */
            abort();
        MPI_Bsend(out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Ibsend(out, 50, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (MPI_Isend(out, 1, fifty, 1, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS) /* @begun */
            abort();
        MPI_Send(out, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
        if (MPI_Sendrecv(out, 1, fifty, 1, 0, in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS) /* @both */
            abort();
        MPI_Send(out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Type_free(&fifty);
    MPI_Buffer_detach(&detached, &size);
    free(detached);
    MPI_Finalize();
    return 0;
}
