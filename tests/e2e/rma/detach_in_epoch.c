/*
 * The target detaches memory in the epoch in which the origin puts there: it
 * may be gone when the put comes, or not.
 *
 * np: 2
 * verdict: error
 * finding: RMA-DETACH-CONFLICT put=0@put detach=1@detach
 * says: detaches, 8 bytes at address 0x
 * hangs: maybe
 * twin: detach_after_epoch.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank, values[2] = {1, 2};
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 1)
        MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 2, MPI_INT, 1, address, 2, MPI_INT, win); /* @put */
    else
        MPI_Win_detach(win, memory); /* @detach */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
