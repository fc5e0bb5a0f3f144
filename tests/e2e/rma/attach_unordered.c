/*
 * Others know where the memory is before it is attached: whether it is when
 * they put there is left to chance.
 *
 * np: 2
 * verdict: error
 * finding: RMA-ATTACH-CONFLICT put=0@put attach=1@attach cites=12.2.4
 * says: attaches, 4 bytes at address 0x
 * says: memory may be accessed only once MPI_Win_attach has returned
 * hangs: maybe
 * twin: attach_first.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[4];
    int rank, five = 5;
    MPI_Aint address;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Win_attach(win, memory, sizeof memory); /* @attach */
    else
        MPI_Put(&five, 1, MPI_INT, 1, address, 1, MPI_INT, win); /* @put */
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
