/*
 * Matched probes from any source ask how long the message is, and room is made
 * for that; the receive behind them has room for what is left, which is of
 * another phase.
 *
 * np: 3
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>
#include <stdlib.h>

static void take(MPI_Message *message, MPI_Status *status)
{
    int count, *values;

    MPI_Get_count(status, MPI_INT, &count);
    values = malloc((size_t)count * sizeof *values);
    MPI_Mrecv(values, count, MPI_INT, message, MPI_STATUS_IGNORE);
    free(values);
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD, half;
    MPI_Message message;
    MPI_Status status;
    int rank, i, found, values[1000] = {0}, small;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(comm, &half);
    if (rank == 0) {
        for (i = 0; i < 2; i++) {
            MPI_Mprobe(MPI_ANY_SOURCE, 1, comm, &message, &status);
            take(&message, &status);
        }
        for (i = 0; i < 2; i += found) {
            MPI_Improbe(MPI_ANY_SOURCE, 1, half, &found, &message, &status);
            if (found)
                take(&message, &status);
        }
    } else {
        MPI_Send(values, rank * 500, MPI_INT, 0, 1, comm);
        MPI_Send(values, rank * 400, MPI_INT, 0, 1, half);
    }
    MPI_Barrier(comm);
    for (i = 1; i < 3; i++) {
        if (rank == 0)
            MPI_Recv(&small, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &status);
        else if (rank == i)
            MPI_Send(&rank, 1, MPI_INT, 0, 1, comm);
        MPI_Barrier(comm);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
