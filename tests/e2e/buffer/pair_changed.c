/*
 * Pairs of two numbers with bytes between them or behind them are changed, and
 * freed, while they are reduced, put and received.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@minloc end=*@wait ranks=0,1 count=2
 * finding: BUFFER-CHANGED-EARLY begin=*@put end=*@fence ranks=0,1 count=2
 * finding: BUFFER-GONE begin=*@receive free=*@free ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@short ranks=0,1 count=2
 * says: ends after 32 of 44 bytes (an item of datatype spans 16 bytes, of which 12 are data)
 * twin: pair_kept.c
 */
#include <mpi.h>
#include <stdlib.h>

#include "unfollowed.h"

struct pair {
    double value;
    int where;
};
struct small {
    short value;
    int where;
};

int main(int argc, char **argv)
{
    struct pair mine[2] = {{1, 1}, {2, 2}}, best[3], *two;
    struct small put = {1, 1}, *memory;
    MPI_Request request;
    MPI_Win win;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Iallreduce(mine, best, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD, &request); /* @minloc */
    mine[1].value = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */

    MPI_Win_allocate(2 * sizeof put, sizeof put, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&put, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, win); /* @put */
    put.where = 3;
    MPI_Win_fence(0, win); /* @fence */
    MPI_Win_free(&win);

    two = calloc(2, sizeof *two);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Allreduce(two, best, 3, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_SELF); /* @short */
    MPI_Irecv(two, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF, &request); /* @receive */
    free(two); /* @free */
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
