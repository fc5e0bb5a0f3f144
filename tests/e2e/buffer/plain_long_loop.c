/*
 * What is received is added up before it has come: in a loop that is longer than
 * what is followed of the program.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY load=1@added begin=1@receive
 * twin: plain_long_loop_after.c
 */
#include <mpi.h>

#define COUNT 1000

int main(int argc, char **argv)
{
    static int numbers[2][COUNT];
    int rank, i, sum = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(numbers[1], COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @receive */
                  &request);
        for (i = 0; i < COUNT; i++)
            sum += numbers[1][i]; /* @added */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(numbers[0], COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Send(&sum, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
