/*
 * Buffers in memory of MPI_Alloc_mem and of a window that go beyond its end:
 * from its begin on, and from the middle.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@begin ranks=0,1 count=2
 * says: , but the block of memory there ends after 4000 bytes.
 * finding: ARG-TOO-SHORT call=*@middle ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@window ranks=0,1 count=2
 * finding: ARG-LESS-ROOM call=*@room ranks=0,1 count=2
 * twin: allocated_fits.c
 */
#include <mpi.h>

#define MANY 1000

static int in[2 * MANY];

int main(int argc, char **argv)
{
    MPI_Win win;
    int *memory, *base;

    MPI_Init(&argc, &argv);
    MPI_Alloc_mem(MANY * sizeof(int), MPI_INFO_NULL, &memory);
    MPI_Win_allocate(MANY * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Sendrecv(memory, MANY + 1, MPI_INT, 0, 0, in, 2 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @begin */
    MPI_Sendrecv(memory + MANY / 2, MANY / 2 + 1, MPI_INT, 0, 0, in, 2 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @middle */
    MPI_Sendrecv(in, 1, MPI_INT, 0, 0, memory + MANY - 1, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @room */
    MPI_Sendrecv(base + 10, MANY, MPI_INT, 0, 0, in, 2 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @window */
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
    MPI_Finalize();
    return 0;
}
