/*
 * Of two ibcasts the second is waited for first, and each buffer is used after
 * its own wait (acceptance E15).
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, first[4] = {1, 2, 3, 4}, second[4] = {0}, sum = 0;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibcast(first, 4, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]); /* @first */
    MPI_Ibcast(second, 4, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    sum = second[1];
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    if (rank == 1) {
        sum += first[1]; /* @load */
        first[0] = sum;  /* @store */
    } else {
        sum += first[2]; /* reading what is sent is allowed */
    }
    MPI_Finalize();
    return sum > 100;
}
