/*
 * What is still to come is loaded: from the buffer of a receive, of a
 * collective operation, and of a get.  Seen in a program that was compiled as
 * usual.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=*@receive load=*@load count=2
 * finding: BUFFER-ACCESSED-EARLY begin=*@reduce load=*@sum count=2
 * finding: BUFFER-ACCESSED-EARLY begin=*@get load=*@field count=2
 * twin: plain_load_after.c
 */
#include <mpi.h>

struct pair {
    int first;
    double second;
};

int main(int argc, char **argv)
{
    int rank, other, in = 0, out = 1, seen, *base;
    double parts[3] = {1, 2, 3}, sums[3] = {0, 0, 0}, total = 0;
    struct pair pair = {0, 0}, copy;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Irecv(&in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request); /* @receive */
    MPI_Send(&out, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    seen = in + 5; /* @load */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Iallreduce(parts, sums, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request); /* @reduce */
    total += sums[2]; /* @sum */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    base[0] = rank;
    MPI_Win_fence(0, win);
    MPI_Get(&pair.first, 1, MPI_INT, other, 0, 1, MPI_INT, win); /* @get */
    copy = pair; /* @field */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return total < 0 || seen < 5 || copy.second != 0;
}
