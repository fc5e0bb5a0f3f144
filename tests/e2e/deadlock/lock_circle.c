/*
 * Three processes lock their own part and then the next one's: who has the
 * first two may wait round for who has the third.  Here each comes when the one
 * before it is likely to be done.
 *
 * np: 3
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@second waits=1@second waits=2@second lock=0@first lock=1@first lock=2@first
 * twin: lock_circle_gate.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, next, *base, value = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    next = (rank + 1) % 3;
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    usleep(60000 * rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win); /* @first */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win); /* @second */
    MPI_Put(&value, 1, MPI_INT, next, rank, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
