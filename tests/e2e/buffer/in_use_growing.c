/*
 * Two receives overlap, each time in more than before: what one of them brings is
 * not a change of the other by the program.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@recv pending=0@recv count=6
 * twin: in_use_growing_apart.c
 */
#include <mpi.h>

#define MOST 64

int main(int argc, char **argv)
{
    int rank, out[2][MOST], in[2 * MOST], count, i;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* At first the same, where they overlap. */
    for (i = 0; i < MOST; i++) {
        in[i] = in[MOST + i] = 1000;
        out[0][i] = i;
        out[1][i] = i < MOST / 2 ? i + 1 : -i;
    }
    for (count = 2; count <= MOST; count *= 2) {
        for (i = 0; rank == 0 && i < 2; i++)
            MPI_Irecv(&in[i], count, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]); /* @recv */
        MPI_Barrier(MPI_COMM_WORLD);
        for (i = 0; i < 2; i++) {
            if (rank == 1)
                MPI_Send(out[i], count, MPI_INT, 0, i, MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        if (rank == 0)
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
