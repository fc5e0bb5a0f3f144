/*
 * Only one process asserts that persistent collective operations are started in
 * one order everywhere, which all must assert. (Open MPI 4 refuses so long a
 * key.)
 *
 * np: 2
 * flavours: mpich abi
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@dup call=1@dup
 * twin: order_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm comm;
    MPI_Info info = MPI_INFO_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "mpi_assert_strict_persistent_collective_ordering", "true");
    }
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm); /* @dup */
    MPI_Comm_free(&comm);
    if (rank == 0)
        MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
