/*
 * Files that are opened by several calls: each process writes its own bytes;
 * what one has written another reads behind MPI_File_sync of both with a
 * message between, or opens the file only then; a process reads by a handle
 * that it has synchronized; one reads what all have written and closed; another
 * file of the same name in another folder.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_own(int rank, int *numbers)
{
    MPI_File file, second;

    MPI_File_open(MPI_COMM_SELF, "order", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 16 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    if (rank == 0) {
        MPI_File_write_at(file, 100, numbers, 1, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_sync(file);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_File_open(MPI_COMM_SELF, "order", MPI_MODE_RDONLY, MPI_INFO_NULL, &second);
        MPI_File_write_at(file, 200, numbers, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(file);
        MPI_File_sync(second);
        MPI_File_read_at(second, 200, numbers, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&second);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_File_sync(file);
        MPI_File_read_at(file, 100, numbers, 1, MPI_BYTE, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    const char *const names[] = {"order_0/order", "order_1/order"};
    int rank, numbers[4] = {0};
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    write_own(rank, numbers);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, "order", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, 16 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "order", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
        MPI_File_read_at(file, 16, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    mkdir(rank == 0 ? "order_0" : "order_1", 0700);
    MPI_File_open(MPI_COMM_SELF, names[rank], MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    rmdir(rank == 0 ? "order_0" : "order_1");
    MPI_Finalize();
    return 0;
}
