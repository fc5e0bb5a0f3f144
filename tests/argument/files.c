/*
 * files.c - what generate.py puts its calls on files into, as program.c the
 * others; for an MPI that has files.
 */
#include "frame.h"

static MPI_File file, freed_file;

static void handle(MPI_File *of, int *code, ...)
{
    (void)of, (void)code;
}

static void make_all(void)
{
    MPI_File copy;

    MPI_File_create_errhandler(handle, &freed_errhandler);
    MPI_File_open(comm, "data", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL,
                  &file);
    MPI_File_write(file, buffers[0], 64, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_open(comm, "data", MPI_MODE_RDWR, MPI_INFO_NULL, &freed_file);
    copy = freed_file;
    MPI_File_close(&copy);
}

int main(int argc, char **argv)
{
    begin(argc, argv);
    make_all();
    free_some();
