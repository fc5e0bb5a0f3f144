/*
 * Many receives are posted, again and again, at as many places in the program,
 * before the last of their buffers is read early.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=0@last load=0@look
 * twin: read_after_many_waits.c
 */
#include <mpi.h>

#define POST     MPI_Irecv(&numbers[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]), i++
#define FOUR     POST, POST, POST, POST
#define SIXTEEN  FOUR, FOUR, FOUR, FOUR
#define SIXTY    SIXTEEN, SIXTEEN, SIXTEEN, FOUR, FOUR, FOUR

int main(int argc, char **argv)
{
    int rank, round, i, number, seen, numbers[61];
    MPI_Request requests[61];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (round = 0; round < 5; round++) {
        if (rank == 0) {
            i = 0;
            SIXTY;
            MPI_Waitall(60, requests, MPI_STATUSES_IGNORE);
        } else {
            for (i = 0; i < 60; i++)
                MPI_Send(&round, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Irecv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]); /* @last */
        seen = number; /* @look */
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    } else {
        seen = MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return seen == 4711;
}
