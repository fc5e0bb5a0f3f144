/*
 * An accumulate of a structure of integers and floats.
 *
 * np: 2
 * verdict: error
 * finding: RMA-ACCUMULATE-TYPE access=0@acc
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    _Alignas(int) char values[8] = {1};
    int blocks[2] = {1, 1};
    MPI_Aint displs[2] = {0, 4};
    MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT}, type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory / 2, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_create_struct(2, blocks, displs, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Accumulate(values, 1, type, 1, 0, 1, type, /* @acc */
                       MPI_REPLACE, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
