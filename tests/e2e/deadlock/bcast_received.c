/*
 * The others receive what the root broadcasts: MPI_Bcast is to be called by
 * all.  The root need not wait in it, and is through.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@finalize waits=1@recv unmet=0@bcast ranks=0,1,2
 * says: Rank 0 has called MPI_Bcast, collective operation 1 on MPI_COMM_WORLD, which rank 1 has not.
 * hangs: yes
 * twin: bcast_by_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 42;
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    }
    MPI_Finalize(); /* @finalize */
    return value != 42;
}
