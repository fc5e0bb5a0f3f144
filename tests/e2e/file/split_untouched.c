/*
 * As split_touched.c; the buffers are used behind the second halves.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int *numbers = calloc(100, sizeof(int)), first, other = 0, rank;
    MPI_Offset own;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank * 100 * (MPI_Offset)sizeof(int);
    MPI_File_open(MPI_COMM_WORLD, "untouched", mode, MPI_INFO_NULL, &file);
    MPI_File_write_at_all_begin(file, own, numbers, 100, MPI_INT);
    other += numbers[7];
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    numbers[7] = 1;
    MPI_File_read_at_all_begin(file, own, numbers, 100, MPI_INT);
    other++;
    MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    first = numbers[0];
    numbers[0] = other;
    MPI_File_write_all_begin(file, numbers, rank == 0 ? 100 : 0, MPI_INT);
    MPI_File_write_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_read_ordered_begin(file, numbers, 10, MPI_INT);
    MPI_File_read_ordered_end(file, numbers, MPI_STATUS_IGNORE);
    free(numbers);
    MPI_File_close(&file);
    MPI_Finalize();
    return first != 0;
}
