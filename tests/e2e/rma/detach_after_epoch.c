/*
 * As detach_in_epoch.c, after the fence; beside it memory is detached that
 * nobody puts to, and some that is put to under locks, by flush and message.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static int memory[64], other[64];
    int rank, values[2] = {1, 2};
    MPI_Aint address, addresses[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1) {
        MPI_Win_attach(win, memory, sizeof memory);
        MPI_Win_attach(win, other, sizeof other);
    }
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(values, 2, MPI_INT, 1, address, 2, MPI_INT, win);
    else
        MPI_Win_detach(win, other);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 1) {
        MPI_Win_detach(win, memory);
        MPI_Win_attach(win, memory, sizeof memory);
        MPI_Win_attach(win, other, sizeof other);
    }
    MPI_Get_address(memory, &addresses[0]);
    MPI_Get_address(other, &addresses[1]);
    MPI_Bcast(addresses, 2, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(values, 2, MPI_INT, 1, addresses[0], 2, MPI_INT, win);
        MPI_Put(values, 2, MPI_INT, 1, addresses[1], 2, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Send(NULL, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_detach(win, memory);
        MPI_Win_detach(win, other);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
