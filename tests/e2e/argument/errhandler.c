/*
 * Error handlers are set for another kind of objects than they were made for:
 * each has a function with other arguments.
 *
 * np: 1
 * verdict: error
 * finding: ARG-OTHER-KIND call=0@window
 * finding: ARG-OTHER-KIND call=0@file
 * says: which is one of windows
 * says: which is one of files
 * twin: errhandler_fits.c
 */
#include <mpi.h>

static void on_window(MPI_Win *win, int *code, ...)
{
    (void)win;
    (void)code;
}

static void on_file(MPI_File *file, int *code, ...)
{
    (void)file;
    (void)code;
}

int main(int argc, char **argv)
{
    MPI_Errhandler window, file;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_create_errhandler(on_window, &window);
    MPI_File_create_errhandler(on_file, &file);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, window); /* @window */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, file); /* @file */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&window);
    MPI_Errhandler_free(&file);
    MPI_Finalize();
    return 0;
}
