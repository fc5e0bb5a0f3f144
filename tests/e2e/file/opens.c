/*
 * Two processes open one file each by itself (MPI_COMM_SELF) and write the same
 * bytes; one writes, and tells the other, which has had the file open all the
 * time, to read; a process reads by one handle what it has written by another.
 *
 * np: 2
 * verdict: potential
 * finding: IO-CONFLICT write=0@both write=1@both count=1
 * finding: IO-CONFLICT write=0@told read=1@heard count=1
 * finding: IO-CONFLICT write=0@one read=0@other count=1
 * says: Ranks 0 and 1 both write bytes 12 to 15 of one file, which they have opened by different calls (file 1 ("opens") and file 1 of rank 1 ("opens"))
 * says: Rank 0 writes, and rank 1 reads, byte 100 of one file
 * says: Rank 0 writes and reads bytes 200 to 203 of one file, which it has opened by different calls
 * flavours: mpich openmpi
 * twin: opens_order.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    MPI_File file, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_SELF, "opens", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 12 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @both */
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    if (rank == 0) {
        MPI_File_write_at(file, 100, numbers, 1, MPI_BYTE, MPI_STATUS_IGNORE); /* @told */
        MPI_File_sync(file);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_File_open(MPI_COMM_SELF, "./opens", MPI_MODE_RDONLY, MPI_INFO_NULL, &second);
        MPI_File_write_at(file, 200, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @one */
        MPI_File_sync(file);
        MPI_File_read_at(second, 200, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @other */
        MPI_File_close(&second);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_File_read_at(file, 100, numbers, 1, MPI_BYTE, MPI_STATUS_IGNORE); /* @heard */
    }
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_delete("opens", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
