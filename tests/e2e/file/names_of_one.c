/*
 * All open one file together, each by another name of it: 14.2.1 asks for
 * filenames that reference the same file.
 *
 * np: 4
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The processes' names for it: of rank 0, 1, 2, 3. */
static void open_by(const char *names[4], int rank)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, names[rank], MPI_MODE_CREATE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * (int)sizeof rank, &rank, 1, MPI_INT,
                          MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        mkdir("folder", 0700);
        if (symlink("folder", "other") != 0)
            perror("symlink");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* It is not there yet. */
    open_by((const char *[4]){"folder/data", "other/data", "./folder/data",
                              "folder/../folder//data"},
            rank);
    if (rank == 0 && (link("folder/data", "hard") != 0 ||
                      symlink("folder/data", "soft") != 0))
        perror("link");
    MPI_Barrier(MPI_COMM_WORLD);
    open_by((const char *[4]){"folder/data", "hard", "soft", "other/data"},
            rank);
    MPI_Finalize();
    return 0;
}
