/*
 * What malloc could not give is put into a window, and attached as a buffer.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-BUFFER call=*@create ranks=0,1
 * finding: ARG-NULL-BUFFER call=*@buffer ranks=0,1
 * twin: null_window_fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Win win = MPI_WIN_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Win_create(NULL, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* @create */
    if (win != MPI_WIN_NULL)
        MPI_Win_free(&win);
    MPI_Buffer_attach(NULL, 1000 + MPI_BSEND_OVERHEAD); /* @buffer */
    MPI_Finalize();
    return 0;
}
