/*
 * MPI refuses an RMA call, and the error handler jumps out of it, which is a note:
 * its origin buffer is the program's again.
 *
 * np: 2
 * verdict: note
 * finding: CALL-PROVOKED access=*@put count=2
 * options: --notes
 * twin: argument_left_by_jump_committed.c
 */
#include <mpi.h>
#include <setjmp.h>

static jmp_buf before;

static void leave(MPI_Win *win, int *code, ...)
{
    (void)win;
    (void)code;
    longjmp(before, 1);
}

int main(int argc, char **argv)
{
    static int values[2] = {1, 2};
    static MPI_Datatype pair;
    static MPI_Win win;
    int rank, *base, other;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_create_errhandler(leave, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    other = 1 - rank;
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    if (setjmp(before) == 0) {
        MPI_Put(values, 1, pair, other, 0, 1, pair, win); /* @put */
        MPI_Win_flush(other, win);
    }
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 0, values, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    values[1] = 3;
    MPI_Win_unlock(other, win);
    MPI_Win_free(&win);
    MPI_Type_free(&pair);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return 0;
}
