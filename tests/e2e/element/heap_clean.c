/*
 * Memory from malloc of the type that the datatype says, or of none that is
 * known.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct grid {
    double *values;
    float **rows;
};
struct particle {
    double position[3];
    long id;
};

#define ROW(grid, i) ((grid)->rows[i])

static void share(const long *ids, int count) { MPI_Bcast((void *)ids, count, MPI_LONG, 0, MPI_COMM_WORLD); }

int main(int argc, char **argv)
{
    float *keys = calloc(100, 8);
    double(*matrix)[5] = calloc(10, sizeof *matrix);
    struct grid *grid = calloc(1, sizeof *grid);
    struct particle *particles = calloc(10, sizeof *particles);
    long *ids = calloc(10, sizeof *ids);
    char *bytes = calloc(10, sizeof(double));
    void *anything = calloc(10, sizeof(double));
    /* of the members from values on, by the address of that */
    struct both {
        double value;
        int count;
    } *both = calloc(1, sizeof *both);
    double *apart = calloc(4, sizeof *apart);
    int lengths[2] = {1, 1}, rank;
    MPI_Aint displacements[2] = {0, offsetof(struct both, count)}, places[2];
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, pair, distant;
    int *word;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    grid->values = calloc(10, sizeof *grid->values);
    grid->rows = calloc(2, sizeof *grid->rows);
    grid->rows[1] = calloc(10, sizeof **grid->rows);
    MPI_Bcast(keys, 10, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(grid->values, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(grid->rows[1] + 2, 2, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&grid->values[1], 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast((void *)keys, 40, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(matrix[2], 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&particles[1].id, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : keys, rank == 0 ? keys : NULL, 10, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    share(ids, 5);
    MPI_Bcast((double *)ids, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(anything, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(matrix, 50, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(matrix + 1, 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(particles, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(ROW(grid, 1), 10, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Type_create_struct(2, lengths, displacements, types, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(&both->value, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Get_address(apart, &places[0]);
    MPI_Get_address(&both->count, &places[1]);
    displacements[1] = MPI_Aint_diff(places[1], places[0]);
    MPI_Type_create_struct(2, lengths, displacements, types, &distant);
    MPI_Type_commit(&distant);
    MPI_Bcast(apart, 1, distant, 0, MPI_COMM_WORLD);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &window);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(apart, &rank, MPI_INT, 0, 0, MPI_NO_OP, window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Type_free(&pair);
    MPI_Type_free(&distant);
    MPI_Finalize();
    free(both);
    free(apart);
    free(keys);
    free(matrix);
    free(grid->rows[1]);
    free(grid->rows);
    free(grid->values);
    free(grid);
    free(particles);
    free(ids);
    free(bytes);
    free(anything);
    return 0;
}
