/*
 * In a chain 0 - 1 - 2 (a graph) the middle sends more to the last than that
 * expects.
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
    int index[] = {1, 3, 4}, edges[] = {1, 0, 2, 1};
    int sent[] = {1, 1}, expected[] = {1, 1}, displs[] = {0, 4};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &comm);
    if (rank == 1)
        sent[1] = 2;
    MPI_Neighbor_alltoallv(numbers, sent, displs, MPI_INT, others, /* @here */
                           expected, displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
