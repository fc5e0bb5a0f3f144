/*
 * Accumulates of one datatype and op, by displacements in bytes: elements that
 * are the same, or beside each other, also where they begin at an odd offset,
 * by a datatype that begins behind its address, of pairs, and of complex numbers
 * that lie half of their size apart.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

struct pair {
    double value;
    int index;
};

int main(int argc, char **argv)
{
    int *base, one[2] = {1, 1}, rank, place = 1;
    struct pair pairs[2] = {{1, 1}, {1, 1}};
    double _Complex numbers[3] = {1, 1, 1};
    MPI_Datatype second, apart;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_indexed_block(1, 1, &place, MPI_INT, &second);
    MPI_Type_commit(&second);
    MPI_Type_create_hvector(3, 1, 24, MPI_C_DOUBLE_COMPLEX, &apart);
    MPI_Type_commit(&apart);
    MPI_Win_allocate(144, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Accumulate(one, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(one, 2, MPI_INT, 0, 18, 2, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(pairs, 2, MPI_DOUBLE_INT, 0, 32, 2, MPI_DOUBLE_INT, MPI_MAXLOC, win);
        MPI_Accumulate(numbers, 3, MPI_C_DOUBLE_COMPLEX, 0, 72, 1, apart, MPI_SUM, win);
    }
    if (rank == 2) {
        MPI_Accumulate(one, 1, MPI_INT, 0, 0, 1, second, MPI_SUM, win);
        MPI_Accumulate(one, 1, MPI_INT, 0, 22, 1, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(one, 1, MPI_INT, 0, 14, 1, second, MPI_SUM, win);
        MPI_Accumulate(pairs, 1, MPI_DOUBLE_INT, 0, 48, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
        MPI_Accumulate(numbers, 1, MPI_C_DOUBLE_COMPLEX, 0, 96, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Type_free(&second);
    MPI_Type_free(&apart);
    MPI_Finalize();
    return 0;
}
