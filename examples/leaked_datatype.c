/*
 * A datatype made anew in every step, and freed in none.
 *
 * As halo_exchange.c, but written by someone who makes the datatype where it
 * is needed.  In a long run the memory of the MPI library grows until it is
 * full.  Murmel says at MPI_Finalize what was left, and where it was made.
 *
 *     murmel run -n 4 ./leaked_datatype
 *
 * np: 4
 * verdict: warning
 * finding: LEAK-DATATYPE call=*@made ranks=0,1,2,3 count=40
 * twin: halo_exchange.c
 */
#include <mpi.h>

#define ROWS 16
#define COLUMNS 8
#define STEPS 10

static double field[ROWS][COLUMNS];

static void exchange(int left, int right, MPI_Comm comm)
{
    MPI_Datatype column;

    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column); /* @made */
    MPI_Type_commit(&column);
    MPI_Sendrecv(&field[0][COLUMNS - 2], 1, column, right, 0, &field[0][0], 1,
                 column, left, 0, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < STEPS; step++)
        exchange((rank + size - 1) % size, (rank + 1) % size,
                 MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
