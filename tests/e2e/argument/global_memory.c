/*
 * Windows, what is attached to one, and a buffer for buffered sends that are
 * longer than the global variables that they are (MPI-4.1 12.2.1, 12.2.4, 3.6).
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@create ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@window ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@buffer ranks=0,1 count=2
 * says: but the variable created (global_memory.c:15) ends after 64 of 128 bytes
 * twin: global_memory_fits.c
 */
#include <mpi.h>

static long created[8], attached[8];
long buffer[64];

int main(int argc, char **argv)
{
    MPI_Win window;
    void *detached;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Win_create(created, 128, 8, MPI_INFO_NULL, MPI_COMM_WORLD, /* @create */
                   &window);
    MPI_Win_free(&window);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_attach(window, attached, 128); /* @window */
    MPI_Win_detach(window, attached);
    MPI_Win_free(&window);
    MPI_Buffer_attach(buffer, 1024); /* @buffer */
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
