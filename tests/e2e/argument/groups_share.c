/*
 * Rank 2 is in both groups of MPI_Intercomm_create, whose leaders are 0 and 3:
 * it can come for one of them only.
 *
 * np: 4
 * verdict: error
 * finding: ARG-GROUPS-OVERLAP call=*@create cites=7.6.2
 * says: whose group and the local one both have rank 2
 * twin: groups_disjoint.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm low, high, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank <= 2 ? 0 : MPI_UNDEFINED, rank, &low);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= 2 ? 0 : MPI_UNDEFINED, -rank, &high);
    MPI_Intercomm_create(rank <= 2 ? low : high, 0, MPI_COMM_WORLD, /* @create */
                         rank <= 2 ? 3 : 0, 5, &both);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
