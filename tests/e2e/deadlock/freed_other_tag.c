/*
 * A receive from any source is freed while active: of other tags all is known.
 *
 * np: 2
 * verdict: error
 * hangs: maybe
 * finding: DEADLOCK waits=0@send waits=1@recv
 * twin: freed_other_tag_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1, received, other;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD,
                  &request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Ssend(&sent, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Ssend(&sent, 1, MPI_INT, 1, 8, MPI_COMM_WORLD); /* @send */
    } else
        MPI_Recv(&other, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Finalize();
    return 0;
}
