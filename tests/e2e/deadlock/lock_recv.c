/*
 * A process waits for a message while it holds a lock that the sender takes
 * before it sends.  Here the sender comes first; nothing in the program makes
 * it so.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@recv lock=0@lock ranks=0,1 ...
 * twin: lock_recv_order.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    if (rank == 0) {
        usleep(50000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @lock */
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
