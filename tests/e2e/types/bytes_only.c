/*
 * One side says MPI_BYTE, or the other sign: the bytes fit, the types do not.
 *
 * np: 2
 * verdict: warning
 * finding: TYPE-BYTES-ONLY receive=1@byte send=0@int
 * finding: TYPE-BYTES-ONLY receive=1@char send=0@to_char
 * finding: TYPE-BYTES-ONLY receive=1@unsigned send=0@signed
 * twin: same_types.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(numbers, 10, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @int */
        MPI_Send(numbers, 10, MPI_BYTE, 1, 2, MPI_COMM_WORLD); /* @to_char */
        MPI_Send(numbers, 10, MPI_INT, 1, 3, MPI_COMM_WORLD); /* @signed */
    } else {
        MPI_Recv(numbers, sizeof numbers, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @byte */
        MPI_Recv(numbers, 10, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @char */
        MPI_Recv(numbers, 10, MPI_UNSIGNED, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @unsigned */
    }
    MPI_Finalize();
    return 0;
}
