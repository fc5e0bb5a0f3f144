/*
 * In a ring of one direction (a distributed graph, made by its neighbours) one
 * expects more than the one before it sends.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=2@here receive=0@here
 * hangs: maybe
 * twin: neighbor_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[16] = {0}, others[16] = {0};
    int source, destination, expected[] = {1}, displs[] = {0};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    source = (rank + 2) % 3;
    destination = (rank + 1) % 3;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED,
                                   1, &destination, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    if (rank == 0)
        expected[0] = 2;
    MPI_Neighbor_allgatherv(numbers, 1, MPI_INT, others, /* @here */
                            expected, displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
