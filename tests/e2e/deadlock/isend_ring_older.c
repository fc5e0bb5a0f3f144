/*
 * A ring in which all wait for the end of a nonblocking send before they
 * receive, while an older one, whose request is kept elsewhere, is pending. MPI
 * libraries that have sent at once give both requests one handle.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@w begun=0@s waits=1@w begun=1@s
 * twin: isend_ring_later.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value[2] = {0, 0};
    MPI_Request older, request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, &older);
    MPI_Isend(&rank, 1, MPI_INT, !rank, 1, MPI_COMM_WORLD, /* @s */
              &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @w */
    MPI_Recv(&value[0], 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Recv(&value[1], 1, MPI_INT, !rank, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Wait(&older, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
