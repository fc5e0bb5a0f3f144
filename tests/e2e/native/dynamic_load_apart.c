/*
 * Attached memory is loaded in the epoch in which another process puts beside
 * it, and all of it after the epoch.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, sum = 0, values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, memory[8];
    MPI_Aint address, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &address);
    MPI_Sendrecv(&address, 1, MPI_AINT, 1 - rank, 0, &other, 1, MPI_AINT,
                 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 8; i++)
        memory[i] = 0;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 4, MPI_INT, 1, other, 4, MPI_INT, win); /* @put */
    for (i = 4; i < 8; i++)
        if (rank == 1)
            sum += memory[i]; /* @load */
    MPI_Win_fence(0, win);
    for (i = 0; i < 8; i++)
        sum += memory[i];
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    for (i = 0; i < 8; i++)
        memory[i] = sum;
    MPI_Finalize();
    return memory[0] > 100;
}
