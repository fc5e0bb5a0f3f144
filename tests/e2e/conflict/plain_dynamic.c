/*
 * The target loads and stores, between two fences, what another process puts into
 * memory that it has attached to a dynamic window.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: RMA-LOCAL-CONFLICT put=0@put load=1@load
 * finding: RMA-LOCAL-CONFLICT put=0@other store=1@store
 * says: Rank 0 puts, and rank 1 loads, 4 bytes at address 0x
 * twin: plain_dynamic_after.c
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
        MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(address, 20), 1, MPI_INT, /* @put */
                win);
        MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(address, 40), 1, MPI_INT, /* @other */
                win);
    } else {
        seen = cells[5]; /* @load */
        cells[10] = 1; /* @store */
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
