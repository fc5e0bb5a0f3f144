/*
 * The groups on the two sides of an intercommunicator reduce data of different
 * types: what the one has reduced, the other takes for its own (MPI-4.1 6.9.6).
 *
 * np: 3
 * twin: intercomm_reduce.c
 * verdict: error
 * finding: COLL-TYPE-MISMATCH call=0@all call=1@all
 * finding: COLL-TYPE-MISMATCH call=0@nonblocking call=1@nonblocking
 */
#include "two_groups.h"

int main(int argc, char **argv)
{
    _Alignas(int) char data[16] = {1, 2, 3, 4}, result[16];
    MPI_Datatype type;
    MPI_Comm both;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    both = two_groups();
    type = rank_is(0) ? MPI_INT : MPI_FLOAT;
    MPI_Allreduce(data, result, 4, type, MPI_SUM, both); /* @all */
    MPI_Iallreduce(data, result, 2, type, MPI_MAX, both, /* @nonblocking */
                   &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
