/*
 * A put whose datatype at the target reaches beyond its window by its last
 * block only.
 *
 * np: 2
 * verdict: error
 * finding: RMA-BEYOND-WINDOW access=0@put call=1@create
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int values[3] = {1, 2, 3};
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, 128, sizeof(int), MPI_INFO_NULL, /* @create */
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_vector(3, 1, 12, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(values, 3, MPI_INT, 1, 8, 1, type, win); /* @put */
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
