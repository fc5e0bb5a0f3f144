/*
 * Halo exchange in a shared window: each stores its own part, MPI_Win_sync and
 * a barrier, then takes its neighbours' edges by loads, by MPI calls at the
 * addresses that MPI_Win_shared_query gave, and by a get.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#define WIDTH  16
#define ROUNDS 20

int main(int argc, char **argv)
{
    int rank, size, unit, side, i, round, wrong = 0;
    double *own, *parts[2], halo[3];
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(WIDTH * sizeof *own, sizeof *own, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &own, &win);
    for (side = 0; side < 2; side++)
        MPI_Win_shared_query(win, (rank + (side == 0 ? size - 1 : 1)) % size,
                             &bytes, &unit, &parts[side]);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (round = 0; round < ROUNDS; round++) {
        for (i = 0; i < WIDTH; i++)
            own[i] = 100 * round + rank;
        MPI_Sendrecv(&(double){100.0 * round + rank}, 1, MPI_DOUBLE, 0, 0,
                     &own[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        MPI_Sendrecv(&parts[0][WIDTH - 1], 1, MPI_DOUBLE, 0, 0, &halo[0], 1,
                     MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        halo[1] = parts[1][0];
        MPI_Get(&halo[2], 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE,
                win);
        MPI_Win_flush((rank + 1) % size, win);
        wrong += halo[0] != 100 * round + (rank + size - 1) % size;
        wrong += halo[1] != 100 * round + (rank + 1) % size;
        wrong += halo[2] != halo[1];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong == 0 ? 0 : 3;
}
