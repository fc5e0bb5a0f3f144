/*
 * A send before, its receive behind the constructor over a group.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@send waits=1@create count=1
 * twin: create_group.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Group world;
    MPI_Comm comm;
    int rank, number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == 0)
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
    MPI_Comm_create_group(MPI_COMM_WORLD, world, 1, &comm); /* @create */
    if (rank == 1)
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
