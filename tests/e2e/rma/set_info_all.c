/*
 * All processes call MPI_Win_set_info.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int memory[4] = {0};
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
