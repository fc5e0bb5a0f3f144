/*
 * MPI_Fetch_and_op with a derived datatype.
 *
 * np: 2
 * verdict: error
 * finding: RMA-ACCUMULATE-TYPE access=0@fetch
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int value = 1, old;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory / 2, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Fetch_and_op(&value, &old, type, 1, 0, MPI_SUM, win); /* @fetch */
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
