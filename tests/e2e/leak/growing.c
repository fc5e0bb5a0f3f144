/*
 * Ever more duplicates of a communicator: told while the program runs; in the
 * end it frees them.
 *
 * np: 1
 * verdict: warning
 * finding: LEAK-GROWING made=0@dup
 * twin: growing_not.c
 */
#include <mpi.h>

static MPI_Comm comms[1300];

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 1300; i++)
        MPI_Comm_dup(MPI_COMM_SELF, &comms[i]); /* @dup */
    for (i = 0; i < 1300; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
