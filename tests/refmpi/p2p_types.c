/* np: 2 */
/* not under: send=sync send=seed */
/* Messages whose two sides lie differently in memory; sendrecv_replace. */
#include "check.h"

#define ROWS 300
#define COLS 400

static double matrix[ROWS][COLS];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank(), other = 1 - rank, count;
    MPI_Datatype columns;
    MPI_Type_vector(ROWS, 100, COLS, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    double *line = malloc(sizeof *line * ROWS * 100);
    MPI_Status status;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLS; k++)
            matrix[i][k] = rank * 1e6 + i * COLS + k;
    /* Strided to dense, dense to strided, strided to strided. */
    if (rank == 0) {
        MPI_Send(&matrix[0][50], 1, columns, 1, 1, MPI_COMM_WORLD);
        for (int i = 0; i < ROWS * 100; i++)
            line[i] = -i;
        MPI_Send(line, ROWS * 100, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD);
        MPI_Send(&matrix[0][0], 1, columns, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Recv(line, ROWS * 100, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, columns, &count);
        CHECK(count == 1);
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < 100; k++)
                CHECK(line[i * 100 + k] == i * COLS + 50 + k);
        MPI_Recv(&matrix[0][0], 1, columns, 0, 2, MPI_COMM_WORLD, &status);
        CHECK(matrix[299][99] == -(299 * 100 + 99));
        CHECK(matrix[299][100] == 1e6 + 299 * COLS + 100);
        MPI_Recv(&matrix[0][200], 1, columns, 0, 3, MPI_COMM_WORLD, &status);
        CHECK(matrix[7][250] == 7 * COLS + 50);
        CHECK(matrix[7][199] == 1e6 + 7 * COLS + 199);
        CHECK(matrix[7][300] == 1e6 + 7 * COLS + 300);
    }
    int *words = malloc(sizeof *words * 50000);
    for (int i = 0; i < 50000; i++)
        words[i] = rank * 100000 + i;
    MPI_Sendrecv_replace(words, 50000, MPI_INT, other, 4, other, 4,
                         MPI_COMM_WORLD, &status);
    for (int i = 0; i < 50000; i++)
        CHECK(words[i] == other * 100000 + i);
    int mine = rank, theirs = -1;
    MPI_Sendrecv(&mine, 1, MPI_INT, other, 5, &theirs, 1, MPI_INT,
                 MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    CHECK(theirs == -1 && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Recv(&theirs, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &status);
    CHECK(theirs == other);
    free(words);
    free(line);
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
