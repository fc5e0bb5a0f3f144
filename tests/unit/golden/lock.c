/* The program that the golden reports are about; never compiled. */
#include <mpi.h>

static void exchange(MPI_Win win, MPI_Group origins)
{
	MPI_Win_post(origins, 0, win);
	MPI_Win_wait(win);
}

int main(int argc, char **argv)
{
    MPI_Win win;
    int rank, buffer[16], value = 42;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(buffer, sizeof buffer, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* <b>"bold"</b> & more */
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Group origins;

        MPI_Comm_group(MPI_COMM_WORLD, &origins);
        exchange(win, origins);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
