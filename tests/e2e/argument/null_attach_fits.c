/*
 * Memory that is there, and none, is attached to a window.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    char *memory;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    memory = malloc(64);
    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_attach(win, memory, 64);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    free(memory);
    MPI_Finalize();
    return 0;
}
