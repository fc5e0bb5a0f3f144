/*
 * Fortran's INTEGER is received as C's int: not portable (MPI-4.1 19.3.10).
 *
 * np: 2
 * verdict: note
 * options: --notes
 * finding: TYPE-OTHER-NAME receive=1@recv send=0@send
 * finding: TYPE-OTHER-NAME receive=1@long send=0@int64
 * twin: same_types.c
 */
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    int rank, numbers[10] = {0};
    int64_t exact = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(numbers, 10, MPI_INTEGER, 1, 1, MPI_COMM_WORLD); /* @send */
        MPI_Send(&exact, 1, MPI_INT64_T, 1, 2, MPI_COMM_WORLD); /* @int64 */
    } else {
        MPI_Recv(numbers, 10, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Recv(&exact, 1, MPI_LONG, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @long */
    }
    MPI_Finalize();
    return 0;
}
