/*
 * Integers are received as floating point numbers, by each kind of receive.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=1@recv send=0@send
 * finding: P2P-TYPE-MISMATCH receive=1@irecv send=0@isend
 * finding: P2P-TYPE-MISMATCH receive=1@init send=0@send_init count=2
 * finding: P2P-TYPE-MISMATCH receive=1@any send=0@to_any
 * finding: P2P-TYPE-MISMATCH receive=1@mrecv send=0@to_mrecv
 * finding: P2P-TYPE-MISMATCH receive=*@sendrecv send=*@sendrecv count=2
 * finding: P2P-TYPE-MISMATCH receive=1@replace send=0@to_replace
 * says: receives that as 2 of its own datatype 1 (16 bytes)
 * twin: same_types.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out[4] = {1, 2, 3, 4}, i;
    float in[4];
    MPI_Request request;
    MPI_Message message;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* A type may be freed while it is in use. */
    MPI_Type_contiguous(2, rank == 0 ? MPI_INT : MPI_FLOAT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Send(out, 4, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send */
        MPI_Isend(out, 2, type, 1, 2, MPI_COMM_WORLD, &request); /* @isend */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send_init(out, 2, type, 1, 3, MPI_COMM_WORLD, &request); /* @send_init */
        MPI_Type_free(&type);
        for (i = 0; i < 2; i++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
        MPI_Send(out, 4, MPI_INT, 1, 4, MPI_COMM_WORLD); /* @to_any */
        MPI_Send(out, 4, MPI_INT, 1, 5, MPI_COMM_WORLD); /* @to_mrecv */
    } else {
        MPI_Recv(in, 4, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Irecv(in, 2, type, 0, 2, MPI_COMM_WORLD, &request); /* @irecv */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv_init(in, 2, type, 0, 3, MPI_COMM_WORLD, &request); /* @init */
        MPI_Type_free(&type);
        for (i = 0; i < 2; i++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
        MPI_Recv(in, 4, MPI_FLOAT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @any */
        MPI_Mprobe(0, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(in, 4, MPI_FLOAT, &message, MPI_STATUS_IGNORE); /* @mrecv */
    }
    MPI_Sendrecv(out, 4, MPI_INT, 1 - rank, 6, in, 4, MPI_FLOAT, 1 - rank, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @sendrecv */
    if (rank == 0)
        MPI_Sendrecv(out, 4, MPI_INT, 1, 7, in, 4, MPI_FLOAT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @to_replace */
    else
        MPI_Sendrecv_replace(in, 4, MPI_FLOAT, 0, 7, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @replace */
    MPI_Finalize();
    return 0;
}
