/*
 * Each process has asserted by info that it receives and probes from no
 * wildcards on a communicator, and that messages fill their buffers; rank 0
 * breaks all three. (With Open MPI a receive would hang.)
 *
 * np: 2
 * verdict: error
 * finding: INFO-ASSERTION call=0@source asserted=0@set
 * finding: INFO-ASSERTION call=0@tag asserted=0@set
 * finding: INFO-ASSERTION receive=0@short send=1@send asserted=0@set
 * twin: kept.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, data[4] = {0};
    MPI_Comm comm;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_source", "true");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(info, "mpi_assert_exact_length", "true");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_info(comm, info); /* @set */
    MPI_Info_free(&info);
    if (rank == 0) {
        MPI_Iprobe(MPI_ANY_SOURCE, 2, comm, &flag, MPI_STATUS_IGNORE); /* @source */
        MPI_Iprobe(1, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE); /* @tag */
        MPI_Recv(data, 4, MPI_INT, 1, 2, comm, MPI_STATUS_IGNORE); /* @short */
    } else {
        MPI_Send(data, 3, MPI_INT, 0, 2, comm); /* @send */
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
