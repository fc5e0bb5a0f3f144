/*
 * Bytes between and behind the numbers of pairs are changed while these are
 * reduced and put.
 *
 * np: 2
 * verdict: clean
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
    struct pair mine[2] = {{1, 1}, {2, 2}}, best[2], *two;
    struct small put = {1, 1}, *memory;
    MPI_Request request;
    MPI_Win win;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Iallreduce(mine, best, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD, &request);
    ((char *)&mine[1])[sizeof(double) + sizeof(int)] = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_allocate(2 * sizeof put, sizeof put, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&put, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, win);
    ((char *)&put)[sizeof(short)] = 3;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);

    two = calloc(2, sizeof *two);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Allreduce(two, best, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_SELF);
    MPI_Irecv(two, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(two);
    MPI_Finalize();
    return 0;
}
