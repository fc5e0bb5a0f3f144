/*
 * A put, and an accumulate, bring less than the target has room for, as a
 * message may (MPI-4.1 12.3.1): what lies behind is not touched.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, given[2] = {1, 2}, *base, i;
    MPI_Datatype apart;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    memset(base, 0, 8 * sizeof(int));
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(given, 1, MPI_INT, 1, 0, 1, apart, win);
        MPI_Accumulate(given, 2, MPI_INT, 1, 4, 3, MPI_INT, MPI_SUM, win);
    } else {
        base[2] = 7;
        base[6] = 8;
    }
    MPI_Win_fence(0, win);
    for (i = 0; rank == 1 && i < 8; i++)
        if (base[i] != (int[]){1, 0, 7, 0, 1, 2, 8, 0}[i])
            MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Type_free(&apart);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
