/*
 * The edges of a graph differ.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: cart_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int index[2] = {1, 2}, edges[2] = {1, 0}, rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    edges[0] = 1 - rank;
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &comm); /* @create */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
