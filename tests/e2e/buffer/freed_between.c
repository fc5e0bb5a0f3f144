/*
 * Two buffers of pending receives are freed one behind the other, from one
 * function, and other memory before the last is read.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-GONE begin=0@first free=0@free_first
 * finding: BUFFER-GONE begin=0@second free=0@free_second
 * finding: BUFFER-ACCESSED-EARLY begin=0@third load=0@look
 * twin: freed_behind.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, i, number = 0;
    int *first = malloc(sizeof(int)), *second = malloc(sizeof(int)), *other = malloc(20), *kept[2];
    MPI_Request requests[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]); /* @first */
        MPI_Irecv(second, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]); /* @second */
        free(first); /* @free_first */
        free(second); /* @free_second */
        kept[0] = malloc(sizeof(int));
        kept[1] = malloc(sizeof(int));
        MPI_Irecv(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[2]); /* @third */
        free(other);
        rank = number; /* @look */
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        free(kept[0]);
        free(kept[1]);
    } else {
        for (i = 0; i < 3; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
