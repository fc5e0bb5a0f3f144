/*
 * Persistent operations are made in different orders, and started in one: which
 * belongs to which is not known, so that nobody is told to wait for the other.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@one call=1@other
 * hangs: maybe
 * twin: missing_start_none.c
 */
#include <mpi.h>

static void bcast(int *value, MPI_Request *request)
{
    MPI_Bcast_init(value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request); /* @one */
}

static void allreduce(int *value, MPI_Request *request)
{
    MPI_Allreduce_init(MPI_IN_PLACE, value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request); /* @other */
}

int main(int argc, char **argv)
{
    int rank, i, one = 1, other = 2;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        bcast(&one, &requests[0]);
        allreduce(&other, &requests[1]);
    } else {
        allreduce(&other, &requests[1]);
        bcast(&one, &requests[0]);
    }
    for (i = 0; i < 2; i++) {
        MPI_Start(&requests[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[i]);
    }
    MPI_Finalize();
    return 0;
}
