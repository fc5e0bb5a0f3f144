/*
 * Two processes write the same bytes of a file, by explicit offsets, by their
 * file pointers, and through views that meet; a barrier is not enough.
 *
 * np: 2
 * verdict: potential
 * finding: IO-CONFLICT write=0@at write=1@at
 * finding: IO-CONFLICT write=0@first read=1@second
 * finding: IO-CONFLICT write=0@all write=1@all
 * finding: IO-CONFLICT write=0@pointer write=1@pointer
 * says: Ranks 0 and 1 both write bytes 12 to 15 of file 1 ("conflict")
 * says: Rank 0 writes, and rank 1 reads, byte 103 of file 1 ("conflict")
 * flavours: mpich openmpi
 * twin: conflict_apart.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "conflict", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 12 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @at */
    MPI_File_sync(file);
    if (rank == 0)
        MPI_File_write_at(file, 100, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @first */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_File_read_at(file, 103, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @second */
    MPI_File_sync(file);
    MPI_Type_vector(2, 2, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 4 * rank, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_write_all(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @all */
    MPI_File_sync(file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_seek(file, 20 + rank, MPI_SEEK_SET);
    MPI_File_write(file, numbers, 2, MPI_INT, MPI_STATUS_IGNORE); /* @pointer */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
