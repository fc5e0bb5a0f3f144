/*
 * A message is left, and the process ends within MPI_Finalize, as MPI libraries
 * have it that see that (MPICH 4.2; here a function that is called then): it is
 * told all the same, and explains the end.
 *
 * np: 1
 * verdict: error
 * finding: P2P-UNRECEIVED send=0@send
 * status: 3
 * twin: received.c
 */
#include <mpi.h>
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
    int keyval, value = 7;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @send */
    MPI_Request_free(&request);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, give_up, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize();
    return 0;
}
