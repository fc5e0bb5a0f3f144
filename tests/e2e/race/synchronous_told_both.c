/*
 * As synchronous_told.c, but rank 1 sends when it has heard of both, or of the
 * one that is received in the second place; or nobody else can be received.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

static MPI_Comm comm = MPI_COMM_WORLD;

static void receive(int source)
{
    int word;

    MPI_Recv(&word, 1, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE);
}

/* Both broadcast. */
static void both(int rank)
{
    int word = 0;

    if (rank == 0 || rank == 2)
        MPI_Ssend(&word, 1, MPI_INT, 3, 0, comm);
    if (rank == 3) {
        receive(MPI_ANY_SOURCE);
        receive(MPI_ANY_SOURCE);
    }
    MPI_Bcast(&word, 1, MPI_INT, 0, comm);
    MPI_Bcast(&word, 1, MPI_INT, 2, comm);
    if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 3, 0, comm);
    if (rank == 3)
        receive(MPI_ANY_SOURCE);
    MPI_Barrier(comm);
}

/* Rank 2's is the second. */
static void second(int rank)
{
    int word = 0;

    if (rank == 0 || rank == 2)
        MPI_Ssend(&word, 1, MPI_INT, 3, 0, comm);
    if (rank == 3) {
        receive(0);
        receive(MPI_ANY_SOURCE);
    }
    MPI_Bcast(&word, 1, MPI_INT, 2, comm);
    if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 3, 0, comm);
    if (rank == 3)
        receive(MPI_ANY_SOURCE);
    MPI_Barrier(comm);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    both(rank);
    second(rank);
    MPI_Finalize();
    return 0;
}
