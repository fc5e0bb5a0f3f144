/*
 * A distributed graph, a ring in both directions, of which one process tells.
 * In which order a process has its neighbours is not known; but the first
 * sends more to both of them than these expect of anybody.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=0@here receive=*@here
 * hangs: maybe
 * twin: neighbor_exact.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[16] = {0}, others[16] = {0};
    int sources[] = {0, 1, 2}, degrees[] = {2, 2, 2};
    int edges[] = {1, 2, 0, 2, 0, 1};
    int counts[] = {1, 1}, expected[] = {1, 1}, displs[] = {0, 4};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? 3 : 0, sources, degrees,
                          edges, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    if (rank == 0)
        counts[0] = counts[1] = 2;
    MPI_Neighbor_alltoallv(numbers, counts, displs, MPI_INT, /* @here */
                           others, expected, displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
