/*
 * One of the group does not call the constructor.
 *
 * np: 2
 * verdict: error
 * finding: COLL-MISSING|DEADLOCK call=0@create call=1@finalize ranks=0,1
 * hangs: maybe
 * twin: create_group.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Group world;
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, world, 1, &comm); /* @create */
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&world);
    MPI_Finalize(); /* @finalize */
    return 0;
}
