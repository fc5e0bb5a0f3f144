/*
 * The target loads and stores what another process has put into memory that it has
 * attached to a dynamic window, after the fence; and beside it.
 *
 * np: 2
 * verdict: clean
 * needs: x86-64
 */
#include <mpi.h>

static int cells[1024];

int main(int argc, char **argv)
{
    int rank, value = 3, seen = 0;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, cells, sizeof cells);
    MPI_Get_address(cells, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(address, 20), 1, MPI_INT,
                win);
        MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(address, 40), 1, MPI_INT,
                win);
    } else {
        seen = cells[4];
        cells[11] = 1;
    }
    MPI_Win_fence(0, win);
    if (rank == 1)
        seen += cells[5];
    MPI_Send(&seen, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
