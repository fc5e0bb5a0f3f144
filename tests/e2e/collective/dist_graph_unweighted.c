/*
 * One process gives MPI_UNWEIGHTED, the other weights.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: dist_graph_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, degree = 1, other, weight = 3;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, /* @create */
                          &other, rank == 0 ? MPI_UNWEIGHTED : &weight,
                          MPI_INFO_NULL, 0, &comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
