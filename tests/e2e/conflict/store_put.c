/*
 * The target is told of a put that nothing has completed, and stores there: its
 * window then holds what neither was there nor is put.
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * finding: RMA-LOCAL-CONFLICT put=0@put store=1@before
 * twin: store_put_flushed.c
 */
#include <mpi.h>
#include <sched.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, value = 7, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &base);
    base[1] = 1;
    MPI_Win_create(base, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* @put */
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sched_yield(); /* not followed further */
        base[1] = 5;
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @before */
    }
    MPI_Win_free(&win);
    MPI_Free_mem(base);
    MPI_Finalize();
    return 0;
}
