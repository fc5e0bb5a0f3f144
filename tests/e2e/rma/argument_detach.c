/*
 * Memory is detached from its middle, where no piece begins.
 *
 * np: 2
 * verdict: error
 * finding: RMA-DETACH detach=0@detach
 * hangs: maybe
 * twin: argument_dynamic_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_attach(win, memory, 64);
        MPI_Win_detach(win, memory + 4); /* @detach */
        MPI_Win_detach(win, memory);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
