/*
 * The twin of plain_store.c: the program stores beside what is read and what is
 * to come, and there only once the operations are complete.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define LONG (1 << 20)

static char in[LONG + 8], out[LONG + 8];

int main(int argc, char **argv)
{
    int rank, other, part[2] = {1, 1}, sum, given[2] = {1, 1}, got[2] = {0, 0};
    MPI_Request requests[2], request;
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Irecv(in, LONG, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[0]);
    in[LONG] = 1;
    MPI_Isend(out, LONG, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[1]);
    out[LONG] = 1;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    in[LONG - 1] = out[LONG / 2] = 1;
    MPI_Iallreduce(part, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    part[1] = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    part[0] = 2;

    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(given, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    given[1] = 2;
    MPI_Get(got, 1, MPI_INT, other, 1, 1, MPI_INT, win);
    got[1] = 1;
    MPI_Win_fence(0, win);
    given[0] = got[0] = 2;
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
