/*
 * A message is sent on one communicator and waited for on another: the report
 * says so.  Of two, that with this tag is named.
 *
 * np: 3
 * verdict: error
 * unless: send=sync
 * finding: DEADLOCK waits=0@recv waits=1@reply missed=1@send ranks=0,1,2
 * hangs: maybe
 * twin: missed_comm_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;
    MPI_Comm other, third;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_dup(MPI_COMM_WORLD, &third);
    if (rank == 1) {
        MPI_Send(&number, 1, MPI_INT, 0, 3, other);
        MPI_Send(&number, 1, MPI_INT, 0, 2, third); /* @send */
    }
    if (rank == 0)
        MPI_Recv(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    if (rank == 0) {
        MPI_Recv(&number, 1, MPI_INT, 1, 3, other, MPI_STATUS_IGNORE);
        MPI_Send(&number, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Recv(&number, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @reply */
    MPI_Comm_free(&third);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
