/*
 * One process tells of all edges of a distributed graph, a ring; another one
 * sends more than the next expects.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=1@here receive=2@here
 * hangs: maybe
 * twin: neighbor_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[16] = {0}, others[16] = {0};
    int sources[] = {0, 1, 2}, degrees[] = {1, 1, 1}, next[] = {1, 2, 0};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? 3 : 0, sources, degrees,
                          next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Neighbor_allgather(numbers, rank == 1 ? 2 : 1, MPI_INT, /* @here */
                           others, 1, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
