/*
 * reversed_bcast.c, put right: the same order on all ranks.
 *
 *     murmel-mpicc -g ordered_bcast.c -o ordered_bcast
 *     murmel run -n 4 ./ordered_bcast
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

static double settings[4] = {0};
static double mesh[4] = {0};

/* The settings are needed late: they may come while the mesh does. */
static void receive(MPI_Comm comm)
{
    MPI_Request request;

    MPI_Ibcast(settings, 4, MPI_DOUBLE, 0, comm, &request);
    MPI_Bcast(mesh, 4, MPI_DOUBLE, 0, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        settings[0] = 0.5;
        mesh[0] = 64;
    }
    receive(MPI_COMM_WORLD);
    printf("rank %d: time step %g, mesh of %g cells\n", rank, settings[0],
           mesh[0]);
    MPI_Finalize();
    return 0;
}
