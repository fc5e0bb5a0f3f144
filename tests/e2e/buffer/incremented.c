/*
 * The program counts up what a get has not brought yet: it loads and stores it,
 * which is one fault.
 *
 * np: 2
 * verdict: error
 * compiler: murmel
 * finding: BUFFER-ACCESSED-EARLY begin=0@get load=0@access ranks=0,1 count=4
 * twin: plain_load_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *memory, value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = rank;
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); /* @get */
    value++; /* @access */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return value > 100;
}
