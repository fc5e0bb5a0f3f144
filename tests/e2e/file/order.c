/*
 * Collective calls on a file in one order, blocking and not, with other
 * arguments where they may differ; independent calls between them; another
 * file, and the communicator, in another order.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank, numbers[4] = {0};
    MPI_File file, own;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "together", mode, MPI_INFO_NULL, &file);
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "own0" : "own1", mode,
                  MPI_INFO_NULL, &own);
    MPI_File_set_size(file, 64);
    MPI_File_set_view(file, 16 * rank, MPI_INT, MPI_INT, "native",
                      MPI_INFO_NULL);
    if (rank == 0)
        MPI_File_write_all(own, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_all(file, numbers, 2 + rank, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_File_write_at(file, 0, numbers, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, 0, numbers, 2, MPI_INT);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at_all(file, 0, numbers, 2, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_File_close(&own);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
