/*
 * A nonblocking barrier and a broadcast in different order (acceptance E7):
 * a blocking collective does not match a nonblocking one.
 *
 * np: 2
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@ibarrier0 call=1@bcast1
 * hangs: maybe
 * twin: ibarrier_bcast_dup.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request); /* @ibarrier0 */
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast1 */
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
