/*
 * MPI_IN_PLACE, arguments that count at the root only, the v-variants with
 * zero counts, scans.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, all[3] = {0}, sum = 1, scan = 0;
    int counts[3] = {1, 0, 2}, displs[3] = {0, 1, 1}, mine[2] = {4, 5};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Gatherv(mine, counts[rank], MPI_INT, all, counts, displs, MPI_INT,
                    1, MPI_COMM_WORLD);
    else
        MPI_Gatherv(mine, counts[rank], MPI_INT, NULL, NULL, NULL,
                    MPI_DATATYPE_NULL, 1, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, 2,
                   MPI_COMM_WORLD);
    else
        MPI_Gather(mine, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 2,
                   MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Scan(&rank, &scan, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Exscan(&rank, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
