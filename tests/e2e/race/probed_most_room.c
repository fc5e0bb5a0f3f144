/*
 * A receive from any source behind a probe has room for the longest message,
 * which it takes first.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, count, value[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(value, 8, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @recv */
                 &status);
    }
    if (rank == 1)
        usleep(200000);
    if (rank > 0)
        MPI_Send(value, rank == 1 ? 2 : 8, MPI_INT, 0, 0, comm); /* @send */
    MPI_Finalize();
    return 0;
}
