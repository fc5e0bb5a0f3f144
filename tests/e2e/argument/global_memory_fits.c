/*
 * Windows, what is attached to one, and a buffer for buffered sends that are
 * as long as the global variables that they are (MPI-4.1 12.2.1, 12.2.4, 3.6);
 * and one over all of the program's that begin as zero.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static long created[8], attached[8];
long buffer[64];

extern char __bss_start[], _end[];

int main(int argc, char **argv)
{
    MPI_Win window;
    void *detached;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Win_create(created, 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_free(&window);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_attach(window, attached, 64);
    MPI_Win_detach(window, attached);
    MPI_Win_free(&window);
    MPI_Buffer_attach(buffer, 512);
    MPI_Buffer_detach(&detached, &size);
    MPI_Win_create(__bss_start, _end - __bss_start, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
