/*
 * A message is left, and a process ends within MPI_Finalize, as MPI libraries
 * have it that see that (MPICH 4.2; here a function that is called then): it is
 * told all the same, and explains the end.
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNRECEIVED send=0@send ranks=0,1
 * status: 0|1|3|9|137
 * twin: received.c
 */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int give_up(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm;
    (void)keyval;
    (void)value;
    (void)state;
    _exit(3);
}

int main(int argc, char **argv)
{
    int keyval, rank, value = 7;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, give_up, &keyval, NULL);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
    else
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    MPI_Comm_free_keyval(&keyval);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
