/*
 * Where sends are buffered, a broadcast may synchronize all the same.
 *
 * np: 2
 * verdict: error|potential
 * options: --strict=send-buffered
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@bcast waits=1@recv count=1
 * twin: strict_send_buffered.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1 = 0, buf2 = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Bcast(&buf1, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
        MPI_Send(&buf2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&buf2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Bcast(&buf1, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
