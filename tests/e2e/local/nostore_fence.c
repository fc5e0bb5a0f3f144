/*
 * A fence promises MPI_MODE_NOSTORE, and the window was stored into, by the
 * program, a receive or a get (acceptance C3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-ASSERT-NOSTORE promise=1@fence_store since=1@fence
 * finding: RMA-ASSERT-NOSTORE promise=1@fence_receive store=1@recv since=1@second
 * finding: RMA-ASSERT-NOSTORE promise=1@fence_get store=1@get since=1@third
 * twin: nostore_fence_kept.c
 */
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv)
{
    int rank, value = 7, other = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[0] = base[1] = base[2] = 0;
    MPI_Win_fence(0, win); /* @fence */
    if (rank == 1) {
        sched_yield(); /* not followed further */
        base[0] = 5;
    }
    MPI_Win_fence(MPI_MODE_NOSTORE, win); /* @fence_store */
    MPI_Win_fence(MPI_MODE_NOSTORE, win); /* @second */
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&base[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win); /* @fence_receive */
    MPI_Win_fence(0, win); /* @third */
    if (rank == 1)
        MPI_Get(&base[2], 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @get */
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win); /* @fence_get */
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
