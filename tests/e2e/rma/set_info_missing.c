/*
 * MPI_Win_set_info is collective; one process does not call it.
 *
 * np: 2
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@set call=1@fence ranks=0,1
 * hangs: maybe
 * twin: set_info_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, memory[4] = {0};
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    if (rank == 0)
        MPI_Win_set_info(win, info); /* @set */
    MPI_Info_free(&info);
    MPI_Win_fence(0, win); /* @fence */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
