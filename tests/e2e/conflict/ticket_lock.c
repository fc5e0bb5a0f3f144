/*
 * A ticket lock: MPI_Fetch_and_op draws a number, and polls whose turn it is;
 * whoever has the lock gets, and puts, a counter of rank 0.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

enum { TICKET, TURN, COUNTER };

static int fetch_and_add(MPI_Win win, int disp, int value, MPI_Op op)
{
    int old;

    MPI_Fetch_and_op(&value, &old, MPI_INT, 0, disp, op, win);
    MPI_Win_flush(0, win);
    return old;
}

int main(int argc, char **argv)
{
    int *base, i, value, size, rank, total, ticket;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    base[TICKET] = base[TURN] = base[COUNTER] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < 5; i++) {
        ticket = fetch_and_add(win, TICKET, 1, MPI_SUM);
        while (fetch_and_add(win, TURN, 0, MPI_NO_OP) != ticket)
            continue;
        MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        fetch_and_add(win, TURN, 1, MPI_SUM);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&total, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return total == 5 * size ? 0 : 1;
}
