/*
 * The remote leader of MPI_Intercomm_create is in the local group: rank 0
 * names the second process of its half in place of the first of the other one.
 *
 * np: 4
 * verdict: error
 * finding: ARG-GROUPS-OVERLAP call=0@create cites=7.6.2
 * says: remote_leader = 2, whose group and the local one both have rank 2
 * flavours: abi (on the others it hangs, which is told, too)
 * twin: groups_disjoint.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, leader;
    MPI_Comm half, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    leader = rank % 2 == 0 ? 2 : 0;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, leader, 5, &both); /* @create */
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
