/*
 * What malloc could not give is attached to a window.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-BUFFER call=*@attach ranks=0,1
 * twin: null_attach_fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, NULL, 64); /* @attach */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
