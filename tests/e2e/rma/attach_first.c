/*
 * Memory is attached before others know where it is; or before they know that
 * it is attached: by a message, a barrier, a fence, a post, and by a pointer
 * that they read in the window.  Meanwhile it is put to by another window.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static MPI_Win win;

static void put(MPI_Aint address)
{
    static int five = 5;

    MPI_Put(&five, 1, MPI_INT, 1, address, 1, MPI_INT, win);
}

static void locked(MPI_Aint address)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    put(address);
    MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
    static int memory[6][4];
    static MPI_Aint pointer;
    int rank, i;
    MPI_Aint address[6], at, read = 0;
    MPI_Group world, peer;
    MPI_Win other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){1 - rank}, &peer);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (i = 0; i < 6; i++)
        MPI_Get_address(memory[i], &address[i]);
    MPI_Get_address(&pointer, &at);
    if (rank == 1) {
        MPI_Win_attach(win, memory[0], sizeof memory[0]);
        MPI_Win_attach(win, &pointer, sizeof pointer);
    }
    MPI_Bcast(address, 6, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Bcast(&at, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0)
        locked(address[0]);

    if (rank == 1) {
        MPI_Win_attach(win, memory[1], sizeof memory[1]);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        locked(address[1]);
    }

    if (rank == 1)
        MPI_Win_attach(win, memory[2], sizeof memory[2]);
    MPI_Win_fence(0, win);
    if (rank == 0)
        put(address[2]);
    MPI_Win_fence(0, win);

    if (rank == 1) {
        MPI_Win_attach(win, memory[3], sizeof memory[3]);
        MPI_Win_post(peer, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(peer, 0, win);
        put(address[3]);
        MPI_Win_complete(win);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Win_attach(win, memory[4], sizeof memory[4]);
        MPI_Accumulate(&address[4], 1, MPI_AINT, 1, at, 1, MPI_AINT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else {
        while (read == 0) {
            MPI_Fetch_and_op(NULL, &read, MPI_AINT, 1, at, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        put(read);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_create(memory[5], sizeof memory[5], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, other);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    else
        MPI_Win_attach(win, memory[5], sizeof memory[5]);
    MPI_Win_fence(0, other);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    else
        MPI_Win_detach(win, memory[5]);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);

    MPI_Group_free(&world);
    MPI_Group_free(&peer);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
