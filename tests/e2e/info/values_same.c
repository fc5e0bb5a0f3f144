/*
 * Info keys that must have one value have it, be it by default; others
 * differ, and what nobody promises.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[16] = {0};
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_accumulate_granularity", rank == 0 ? "8" : "+8");
    MPI_Info_set(info, "accumulate_ordering", rank == 0 ? "none" : "rar");
    MPI_Info_set(info, "alloc_shared_noncontig", rank == 0 ? "true" : "false");
    if (rank == 1)
        MPI_Info_set(info, "same_size", "false");
    MPI_Win_create(data, rank == 0 ? 4 : 8, rank + 1, info, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_Info_set(info, "same_size", "true");
    MPI_Info_set(info, " same_disp_unit ", rank == 1 ? " true " : "true");
    MPI_Win_create(data, 8, 4, info, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
