/*
 * Between the two halves of a split collective operation its buffer is read,
 * changed and freed.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@write store=*@change ranks=0,1 count=2
 * finding: BUFFER-ACCESSED-EARLY begin=*@read load=*@look ranks=0,1 count=2
 * finding: BUFFER-GONE begin=*@again free=*@free ranks=0,1 count=2 cites=14.4.5
 * says: that MPI_File_write_at_all_begin, not yet complete, reads
 * says: that MPI_File_read_at_all_begin, not yet complete, stores into
 * needs: x86-64
 * twin: split_untouched.c
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int *numbers = calloc(100, sizeof(int)), first, rank;
    MPI_Offset own;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank * 100 * (MPI_Offset)sizeof(int);
    MPI_File_open(MPI_COMM_WORLD, "touched", mode, MPI_INFO_NULL, &file);
    MPI_File_write_at_all_begin(file, own, numbers, 100, MPI_INT); /* @write */
    numbers[7] = 1; /* @change */
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, own, numbers, 100, MPI_INT); /* @read */
    first = numbers[0]; /* @look */
    MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, own, numbers, 100, MPI_INT); /* @again */
    free(numbers); /* @free */
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return first != 0;
}
