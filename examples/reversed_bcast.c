/*
 * Broadcasts in reverse order.
 *
 * Rank 0 hands out the settings and the mesh.  All ranks must call the two
 * broadcasts in the same order, but odd ranks take another way through the
 * program, in which they stand the other way round.  Some MPIs hang on it.
 * Others end without a complaint: then the odd ranks have the mesh in their
 * settings, and the settings in their mesh.
 *
 *     murmel-mpicc -g reversed_bcast.c -o reversed_bcast
 *     murmel run -n 4 ./reversed_bcast
 *
 * np: 4
 * verdict: error
 * finding: COLL-BLOCKING-MISMATCH call=*@settings-first call=*@mesh-first
 * hangs: maybe
 * twin: ordered_bcast.c
 */
#include <mpi.h>
#include <stdio.h>

static double settings[4] = {0};
static double mesh[4] = {0};

/* The settings are needed late: they may come while the mesh does. */
static void receive_even(MPI_Comm comm)
{
    MPI_Request request;

    MPI_Ibcast(settings, 4, MPI_DOUBLE, 0, comm, &request); /* @settings-first */
    MPI_Bcast(mesh, 4, MPI_DOUBLE, 0, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_odd(MPI_Comm comm)
{
    MPI_Request request;

    MPI_Bcast(mesh, 4, MPI_DOUBLE, 0, comm); /* @mesh-first */
    MPI_Ibcast(settings, 4, MPI_DOUBLE, 0, comm, &request);
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
    if (rank % 2 == 0)
        receive_even(MPI_COMM_WORLD);
    else
        receive_odd(MPI_COMM_WORLD);
    printf("rank %d: time step %g, mesh of %g cells\n", rank, settings[0],
           mesh[0]);
    MPI_Finalize();
    return 0;
}
