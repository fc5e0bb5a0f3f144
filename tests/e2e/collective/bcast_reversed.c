/*
 * Two processes call two broadcasts in reverse order (acceptance E1).
 *
 * np: 2
 * verdict: error
 * ways: all
 * finding: COLL-ROOT-MISMATCH call=0@a0 call=1@b1
 * hangs: maybe
 * twin: bcast_in_order.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1[4] = {1}, buf2[4] = {2};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Bcast(buf1, 4, MPI_INT, 0, MPI_COMM_WORLD); /* @a0 */
        MPI_Bcast(buf2, 4, MPI_INT, 1, MPI_COMM_WORLD); /* @b0 */
    } else {
        MPI_Bcast(buf2, 4, MPI_INT, 1, MPI_COMM_WORLD); /* @b1 */
        MPI_Bcast(buf1, 4, MPI_INT, 0, MPI_COMM_WORLD); /* @a1 */
    }
    MPI_Finalize();
    return 0;
}
