/*
 * A wrong argument on a communicator that another process has not returned with
 * yet, since a handler of its own keeps it: who is in it is not known then.
 *
 * np: 3
 * verdict: error
 * finding: ARG-TAG call=0@send count=3 ranks=0,1,2
 * twin: comm_returned.c
 */
#include <mpi.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void keep(int number)
{
    (void)number;
    usleep(600000);
}

int main(int argc, char **argv)
{
    struct itimerval soon = {.it_value = {0, 100000}};
    int rank, size, periodic = 0, value = 0;
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 2) {
        signal(SIGALRM, keep);
        setitimer(ITIMER_REAL, &soon, NULL);
    } else {
        usleep(300000);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &grid);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, -5, grid); /* @send */
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
