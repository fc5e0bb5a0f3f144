/*
 * Rank 1 ends in the way that the argument names, in end_badly, while rank 0
 * waits for its message; before, it makes a file named "ending".  Without an
 * argument all ends well.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The last of many pieces is where no memory is: so many are not looked at. */
static void send_from_nowhere(void)
{
    static int data[64];
    int lengths[16], i;
    MPI_Aint places[16];
    MPI_Datatype pieces;

    for (i = 0; i < 16; i++) {
        lengths[i] = 1;
        places[i] = 8 * i;
    }
    places[15] = 64 - (MPI_Aint)data;
    MPI_Type_create_hindexed(16, lengths, places, MPI_INT, &pieces);
    MPI_Type_commit(&pieces);
    MPI_Send(data, 1, pieces, 0, 0, MPI_COMM_WORLD); /* @send */
}

static void end_badly(const char *how)
{
    volatile int *nowhere = NULL;
    FILE *file = fopen("ending", "w"); /* for the test to see */

    if (file != NULL)
        fclose(file);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(how, "segv") == 0)
        *nowhere = 1; /* @segv */
    else if (strcmp(how, "segv-in-mpi") == 0)
        send_from_nowhere(); /* @pieces */
    else if (strcmp(how, "abort") == 0)
        abort(); /* @abort */
    else if (strcmp(how, "mpi-abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3); /* @mpi-abort */
    else if (strcmp(how, "exit") == 0)
        exit(0);
    else if (strcmp(how, "_exit") == 0)
        _exit(5);
    else if (strcmp(how, "term") == 0)
        raise(SIGTERM);
    else if (strcmp(how, "alarm") == 0)
        raise(SIGALRM);
    else if (strcmp(how, "exec") == 0)
        execl("/bin/sleep", "sleep", "2", (char *)NULL);
}

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    if (rank == 1 && argc > 1)
        end_badly(argv[1]); /* @caller */
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
