/*
 * Info keys of windows that must have one value at all processes have others,
 * and sizes are not the same, as same_size promises. Open MPI 4.1 hangs in the
 * last call.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@grain call=1@grain
 * finding: COLL-ARGUMENT-MISMATCH call=0@size call=2@size
 * says: ; the info key same_size=true says that it is one on all.
 * finding: COLL-ARGUMENT-MISMATCH call=0@one call=1@one
 * flavours: abi mpich
 * twin: values_same.c
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
    if (rank != 1)
        MPI_Info_set(info, "mpi_accumulate_granularity", "8");
    MPI_Win_create(data, sizeof data, 4, info, MPI_COMM_WORLD, &win); /* @grain */
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_size", "true");
    MPI_Win_create(data, rank == 2 ? 4 : 8, 4, info, MPI_COMM_WORLD, &win); /* @size */
    MPI_Win_free(&win);
    MPI_Info_set(info, "same_disp_unit", rank == 1 ? "false" : "true");
    MPI_Win_create(data, 4, 4, info, MPI_COMM_WORLD, &win); /* @one */
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
