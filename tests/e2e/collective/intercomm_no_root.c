/*
 * One group of an intercommunicator gets a broadcast from the other, of which
 * nobody is the root.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ROOT-MISMATCH call=0@bcast call=1@bcast
 * says: an intercommunicator: in the group of the root that gives MPI_ROOT
 * hangs: maybe
 * twin: intercomm.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;
    MPI_Comm group, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank == 0, 0, &both);
    MPI_Bcast(&number, 1, MPI_INT, rank == 0 ? 0 : MPI_PROC_NULL, both); /* @bcast */
    MPI_Comm_free(&both);
    MPI_Comm_free(&group);
    MPI_Finalize();
    return 0;
}
