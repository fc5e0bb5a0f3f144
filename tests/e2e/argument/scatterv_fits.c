/*
 * MPI_Scatterv of parts that are disjoint, in any order, or have nothing in
 * them; at other processes than the root its arguments mean nothing.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int counts[2] = {4, 4}, displs[2] = {4, 0}, same[2] = {2, 2};
    int none[2] = {4, 0}, rows[8] = {0}, part[4], rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Scatterv(rows, counts, rank == 0 ? displs : same, MPI_INT, part, 4,
                 MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(rows, none, same, MPI_INT, part, rank == 0 ? 4 : 0, MPI_INT, 0,
                 MPI_COMM_WORLD);
    MPI_Iscatterv(rows, counts, displs, MPI_INT, part, 4, MPI_INT, 0,
                  MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
