/*
 * A halo exchange as it should be: nothing is found.
 *
 * A field on a ring of ranks is smoothed; each rank needs the border cells of
 * its neighbours.  The columns of the field are not contiguous: a derived
 * datatype describes one.
 *
 *     murmel run -n 4 ./halo_exchange
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define ROWS 16
#define COLUMNS 8 /* of which the first and the last are the halo */
#define STEPS 10

static double field[ROWS][COLUMNS], next[ROWS][COLUMNS];

static void exchange(int left, int right, MPI_Datatype column, MPI_Comm comm)
{
    MPI_Request requests[4];

    MPI_Irecv(&field[0][0], 1, column, left, 0, comm, &requests[0]);
    MPI_Irecv(&field[0][COLUMNS - 1], 1, column, right, 1, comm,
              &requests[1]);
    MPI_Isend(&field[0][COLUMNS - 2], 1, column, right, 0, comm,
              &requests[2]);
    MPI_Isend(&field[0][1], 1, column, left, 1, comm, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static double smooth(void)
{
    double sum = 0;

    for (int row = 0; row < ROWS; row++) {
        for (int i = 1; i < COLUMNS - 1; i++) {
            next[row][i] = (field[row][i - 1] + field[row][i] +
                            field[row][i + 1]) / 3;
            sum += next[row][i];
        }
    }
    for (int row = 0; row < ROWS; row++)
        for (int i = 1; i < COLUMNS - 1; i++)
            field[row][i] = next[row][i];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    double sum = 0, total = 0;
    MPI_Comm comm;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int row = 0; row < ROWS; row++)
        field[row][1] = rank + 1;
    for (int step = 0; step < STEPS; step++) {
        exchange((rank + size - 1) % size, (rank + 1) % size, column, comm);
        sum = smooth();
    }
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
    if (rank == 0)
        printf("sum of the field: %.6f\n", total);
    MPI_Type_free(&column);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
