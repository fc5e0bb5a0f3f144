/*
 * What is asserted of one communicator is kept there, and what is done on
 * others is free: its parent, one for which the key was deleted or is false,
 * which may have the handle of the first, and one where the MPI ignores the
 * keys, as it has said. (Its duplicate is bound with an MPI of before 4.0.)
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void loose(MPI_Comm comm, int rank)
{
    int data[4] = {0};

    if (rank == 0)
        MPI_Recv(data, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    else
        MPI_Send(data, 3, MPI_INT, 0, 1, comm);
}

int main(int argc, char **argv)
{
    int rank, has = 0, data[4] = {0};
    char value[8] = "";
    MPI_Comm comm;
    MPI_Info info, used;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_source", "true");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(info, "mpi_assert_exact_length", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    if (rank == 0)
        MPI_Recv(data, 4, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
    else
        MPI_Send(data, 4, MPI_INT, 0, 1, comm);
    MPI_Recv(data, 4, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    loose(MPI_COMM_WORLD, rank);
    MPI_Comm_get_info(comm, &used);
    MPI_Info_get(used, "mpi_assert_no_any_source", 7, value, &has);
    MPI_Info_free(&used);
    if (!has || value[0] != 't')
        loose(comm, rank);
    MPI_Comm_free(&comm);
    MPI_Info_delete(info, "mpi_assert_no_any_source");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
    MPI_Info_delete(info, "mpi_assert_exact_length");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    loose(comm, rank);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
