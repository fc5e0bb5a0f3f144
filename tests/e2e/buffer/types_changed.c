/*
 * Elements that datatypes cover are changed while they are sent.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@column end=0@waitall
 * finding: BUFFER-CHANGED-EARLY begin=0@bottom end=0@waitall
 * finding: BUFFER-CHANGED-EARLY begin=0@part end=0@waitall
 * finding: BUFFER-CHANGED-EARLY begin=0@large end=0@waitall
 * twin: types_changed_after.c
 */
#include <mpi.h>
#include <stdlib.h>

#include "unfollowed.h"

#define LARGE (1 << 18)

int main(int argc, char **argv)
{
    int rank, matrix[8][8] = {{0}}, apart[2] = {1, 2}, ones[2] = {1, 1};
    int sizes[2] = {8, 8}, parts[2] = {2, 3}, at[2] = {4, 1};
    int *large = calloc(LARGE, sizeof(int));
    MPI_Aint places[2];
    MPI_Datatype ints[2] = {MPI_INT, MPI_INT}, column, bottom, part;
    MPI_Request requests[4];
    MPI_Comm comm = MPI_COMM_WORLD;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Type_vector(8, 1, 8, MPI_INT, &column);
    MPI_Get_address(&apart[0], &places[0]);
    MPI_Get_address(&apart[1], &places[1]);
    MPI_Type_create_struct(2, ones, places, ints, &bottom);
    MPI_Type_create_subarray(2, sizes, parts, at, MPI_ORDER_C, MPI_INT, &part);
    MPI_Type_commit(&column);
    MPI_Type_commit(&bottom);
    MPI_Type_commit(&part);
    if (rank == 0) {
        MPI_Isend(&matrix[0][6], 1, column, 1, 0, comm, &requests[0]); /* @column */
        MPI_Isend(MPI_BOTTOM, 1, bottom, 1, 1, comm, &requests[1]); /* @bottom */
        MPI_Isend(matrix, 1, part, 1, 2, comm, &requests[2]); /* @part */
        MPI_Isend(large, LARGE - 1, MPI_INT, 1, 3, comm, &requests[3]); /* @large */
        matrix[3][6] = 1;
        apart[1] = 3;
        matrix[5][3] = 1;
        large[LARGE / 2] = 1;
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE); /* @waitall */
    } else {
        MPI_Recv(matrix, 8, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(matrix, 8, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Recv(matrix, 8, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE);
        MPI_Recv(large, LARGE, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&bottom);
    MPI_Type_free(&part);
    free(large);
    MPI_Finalize();
    return 0;
}
