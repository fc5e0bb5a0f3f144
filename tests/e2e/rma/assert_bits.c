/*
 * Assertions that the call does not take, and bits that are none (acceptance
 * C8).
 *
 * np: 2
 * verdict: error
 * finding: RMA-ASSERT-BITS call=0@lock
 * finding: RMA-ASSERT-BITS call=0@start
 * finding: RMA-ASSERT-BITS call=0@post
 * finding: RMA-ASSERT-BITS call=0@all
 * finding: RMA-ASSERT-BITS call=*@fence ranks=0,1
 * status: 3
 * twin: assert_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    int assert;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        assert = MPI_MODE_NOPRECEDE;
        if (!MPI_Win_lock(MPI_LOCK_SHARED, 1, assert, win)) /* @lock */
            MPI_Win_unlock(1, win);
        assert = MPI_MODE_NOPUT;
        if (!MPI_Win_start(MPI_GROUP_EMPTY, assert, win)) /* @start */
            MPI_Win_complete(win);
        assert = MPI_MODE_NOSUCCEED;
        if (!MPI_Win_post(MPI_GROUP_EMPTY, assert, win)) /* @post */
            MPI_Win_wait(win);
        if (!MPI_Win_lock_all(1 << 28, win)) /* @all */
            MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOCHECK | MPI_MODE_NOSUCCEED, win); /* @fence */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
