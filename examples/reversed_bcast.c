/*
 * Reversed broadcasts.
 *
 * Rank 0 hands out the settings, rank 1 the mesh.  All ranks must call the
 * two broadcasts in the same order, but odd ranks take another way through
 * the program, in which they stand the other way round.  Broadcasts need not
 * synchronize, so this often ends without a complaint, with a mesh in the
 * settings and settings in the mesh.
 *
 *     murmel-mpicc -g reversed_bcast.c -o reversed_bcast
 *     murmel run -n 4 ./reversed_bcast
 *
 * np: 4
 * verdict: error
 * finding: COLL-ROOT-MISMATCH call=*@settings-first call=*@mesh-first ...
 * hangs: maybe
 * twin: ordered_bcast.c
 */
#include <mpi.h>
#include <stdio.h>

static double settings[4];
static double mesh[4];

static void receive_even(MPI_Comm comm)
{
    MPI_Bcast(settings, 4, MPI_DOUBLE, 0, comm); /* @settings-first */
    MPI_Bcast(mesh, 4, MPI_DOUBLE, 1, comm);
}

static void receive_odd(MPI_Comm comm)
{
    MPI_Bcast(mesh, 4, MPI_DOUBLE, 1, comm); /* @mesh-first */
    MPI_Bcast(settings, 4, MPI_DOUBLE, 0, comm);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        settings[0] = 0.5;
    if (rank == 1)
        mesh[0] = 64;
    if (rank % 2 == 0)
        receive_even(MPI_COMM_WORLD);
    else
        receive_odd(MPI_COMM_WORLD);
    printf("rank %d: time step %g, mesh of %g cells\n", rank, settings[0],
           mesh[0]);
    MPI_Finalize();
    return 0;
}
