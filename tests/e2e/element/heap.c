/*
 * Memory from malloc of another type than the datatype says, by the types of
 * the pointers in the text of the call.
 *
 * np: 1
 * verdict: warning
 * finding: BUFFER-TYPE-MISMATCH call=0@pointer
 * finding: BUFFER-TYPE-MISMATCH call=0@member
 * finding: BUFFER-TYPE-MISMATCH call=0@row
 * finding: BUFFER-TYPE-MISMATCH call=0@address
 * finding: BUFFER-TYPE-MISMATCH call=0@cast
 * finding: BUFFER-TYPE-MISMATCH call=0@matrix
 * finding: BUFFER-TYPE-MISMATCH call=0@structs
 * finding: BUFFER-TYPE-MISMATCH call=0@chosen
 * finding: BUFFER-TYPE-MISMATCH call=0@parameter<called
 * finding: BUFFER-TYPE-MISMATCH call=0@global
 * says: MPI_DOUBLE where the program has float, by the type of keys (heap.c:41).
 * says: MPI_FLOAT where the program has double, by the type of grid->values (heap.c:26).
 * says: by the type of rank == 0 ? keys : NULL (heap.c:41).
 * twin: heap_clean.c
 */
#include <mpi.h>
#include <stdlib.h>

struct grid {
    double *values;
    float **rows;
};
struct particle {
    double position[3];
    long id;
};

extern float *defined; /* as in a header */
float *defined;

static void share(const long *ids, int count) { MPI_Bcast((void *)ids, count, MPI_INT, 0, MPI_COMM_WORLD); /* @parameter */ }

int main(int argc, char **argv)
{
    float *keys = calloc(100, 8);
    double(*matrix)[5] = calloc(10, sizeof *matrix);
    struct grid *grid = calloc(1, sizeof *grid);
    struct particle *particles = calloc(10, sizeof *particles);
    long *ids = calloc(10, sizeof *ids);
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    grid->values = calloc(10, sizeof *grid->values);
    grid->rows = calloc(2, sizeof *grid->rows);
    grid->rows[1] = calloc(10, sizeof **grid->rows);
    MPI_Bcast(keys, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @pointer */
    MPI_Bcast(grid->values, 10, MPI_FLOAT, 0, MPI_COMM_WORLD); /* @member */
    MPI_Bcast(grid->rows[1] + 2, 2, MPI_INT, 0, MPI_COMM_WORLD); /* @row */
    MPI_Bcast(&grid->values[1], 2, MPI_INT, 0, MPI_COMM_WORLD); /* @address */
    MPI_Bcast((void *)keys, 10, MPI_INT, 0, MPI_COMM_WORLD); /* @cast */
    MPI_Bcast(matrix[2], 5, MPI_LONG, 0, MPI_COMM_WORLD); /* @matrix */
    MPI_Bcast(&particles[1].id, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @structs */
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : keys, rank == 0 ? keys : NULL, 10, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* @chosen */
    share(ids, 5); /* @called */
    defined = keys;
    MPI_Bcast(defined, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @global */
    MPI_Finalize();
    free(keys);
    free(matrix);
    free(grid->rows[1]);
    free(grid->rows);
    free(grid->values);
    free(grid);
    free(particles);
    free(ids);
    return 0;
}
