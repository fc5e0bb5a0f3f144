/*
 * Persistent operations that one member starts less often than the others, or
 * never, and whose data do not need it: freed, on a duplicate that is freed,
 * too, and one that stays.
 *
 * np: 3
 * flavours: abi mpich
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-MISSING call=0@twice call=2@finalize ranks=0,1,2
 * finding: COLL-MISSING call=0@never call=2@finalize ranks=0,1,2
 * finding: COLL-MISSING call=1@left call=0@finalize ranks=0,1,2
 * finding: LEAK-REQUEST made=*@stays
 * says: Ranks 0 and 1 start the operation of MPI_Bcast_init 2 times, but rank 2 once (on MPI_COMM_WORLD).
 * says: Ranks 0 and 1 start the operation of MPI_Scatter_init once, but rank 2 never does (on communicator 1).
 * twin: missing_start_none.c
 */
#include <mpi.h>

static void turn(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, i, number = 0, numbers[3] = {0};
    MPI_Request request, stays;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);

    MPI_Bcast_init(&number, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (i = 0; i < 2; i++)
        if (i == 0 || rank < 2) {
            MPI_Start(&request); /* @twice */
            turn(&request);
        }
    MPI_Request_free(&request);

    MPI_Scatter_init(numbers, 1, MPI_INT, &number, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &request);
    if (rank < 2) {
        MPI_Start(&request); /* @never */
        turn(&request);
    }
    MPI_Request_free(&request);
    MPI_Comm_free(&comm);

    MPI_Reduce_init(&rank, &number, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &stays); /* @stays */
    if (rank > 0) {
        MPI_Start(&stays); /* @left */
        turn(&stays);
    }
    MPI_Finalize(); /* @finalize */
    return 0;
}
