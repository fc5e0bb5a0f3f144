/*
 * Windows, and a buffer to attach, that are longer than the blocks of malloc
 * that they are given.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@create ranks=0,1
 * finding: ARG-TOO-SHORT call=*@attach ranks=0,1
 * finding: ARG-TOO-SHORT call=*@buffer ranks=0,1
 * says: calls MPI_Win_create with base = 
 * says: but the block of memory there ends after 104 of
 * twin: memory_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Win window, dynamic;
    char *blocks[3];
    int i, size;
    void *buffer;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 3; i++)
        blocks[i] = malloc(104);
    MPI_Win_create(blocks[0], 160, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window); /* @create */
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, blocks[1], 160); /* @attach */
    MPI_Win_detach(dynamic, blocks[1]);
    MPI_Buffer_attach(blocks[2], MPI_BSEND_OVERHEAD + 104); /* @buffer */
    MPI_Buffer_detach(&buffer, &size);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&window);
    for (i = 0; i < 3; i++)
        free(blocks[i]);
    MPI_Finalize();
    return 0;
}
