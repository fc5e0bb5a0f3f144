/*
 * Communicators that are made at once, and whose requests end in another order
 * on each rank (6.12).
 *
 * np: 3
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm first, second, third, other;
    MPI_Request requests[3];
    int rank, size, sent = 1, received, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_idup(MPI_COMM_WORLD, &first, &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &second, &requests[1]);
    MPI_Comm_idup(other, &third, &requests[2]);
    for (i = 0; i < 3; i++)
        MPI_Wait(&requests[(rank + i) % 3], MPI_STATUS_IGNORE);
    MPI_Barrier(first);
    MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_INT, MPI_SUM, second);
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 1, &received, 1,
                 MPI_INT, (rank + size - 1) % size, 1, third,
                 MPI_STATUS_IGNORE);
    MPI_Comm_free(&third);
    MPI_Comm_free(&second);
    MPI_Comm_free(&first);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
