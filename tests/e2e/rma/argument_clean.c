/*
 * RMA arguments that are unusual, and right: MPI_PROC_NULL, zero counts beyond
 * the end, the last element of a window by its own disp_unit, derived datatypes
 * of one predefined one with gaps and a negative lower bound, pairs, an origin
 * that MPI_NO_OP ignores.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int value = 0, values[8] = {1, 2, 3, 4}, blocks[2] = {1, 1};
    long longs[3] = {0};
    MPI_Aint displs[2] = {-8, 4};
    MPI_Datatype vector, around, pairs;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, 128, rank == 0 ? 4 : 8, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Type_create_hindexed(2, blocks, displs, MPI_INT, &around);
    MPI_Type_commit(&around);
    MPI_Type_contiguous(2, MPI_2INT, &pairs);
    MPI_Type_commit(&pairs);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(values, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win);
        MPI_Put(values, 0, MPI_INT, 1, 1000, 0, MPI_INT, win);
        MPI_Put(values, 1, MPI_INT, 1, 15, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Put(values, 2, MPI_INT, 1, 1, 1, around, win);
        MPI_Win_flush(1, win);
        MPI_Get(values, 2, MPI_INT, 1, 14, 1, vector, win);
        MPI_Win_flush(1, win);
        MPI_Get(values, 4, MPI_INT, 1, 0, 2, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(values, 1, vector, 1, 0, 2, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(values, 1, pairs, 1, 0, 1, pairs, MPI_MAXLOC, win);
        MPI_Win_flush(1, win);
        MPI_Get_accumulate(&value, 0, MPI_CHAR, values, 1, MPI_INT, 1, 0, 1,
                           MPI_INT, MPI_NO_OP, win);
        MPI_Fetch_and_op(values + 2, values + 1, MPI_INT, 1, 1, MPI_REPLACE,
                         win);
        MPI_Win_flush(1, win);
        MPI_Compare_and_swap(longs, longs + 1, longs + 2, MPI_LONG, 1, 1, win);
        MPI_Win_flush(1, win);
        MPI_Rget(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&vector);
    MPI_Type_free(&around);
    MPI_Type_free(&pairs);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
