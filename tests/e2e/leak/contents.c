/*
 * The datatype that MPI_Type_get_contents hands out is never freed.
 *
 * np: 1
 * verdict: warning
 * finding: LEAK-DATATYPE call=0@contents
 * twin: contents_room.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int integers[1];
    MPI_Datatype row, rows;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &row);
    MPI_Type_contiguous(2, row, &rows);
    MPI_Type_free(&row);
    MPI_Type_get_contents(rows, 1, 0, 1, integers, NULL, &row); /* @contents */
    MPI_Type_free(&rows);
    MPI_Finalize();
    return 0;
}
