/*
 * Where stacks have no limit, the memory that malloc gives lies below the stack
 * and above what was there when the program began: it is no variable of a
 * function that has returned.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define N 100000

int main(int argc, char **argv)
{
    struct rlimit limit;
    int rank, turn;

    /* The limit holds for a program that is begun. */
    getrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur != limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        if (setrlimit(RLIMIT_STACK, &limit) == 0)
            execv("/proc/self/exe", argv);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (turn = 0; turn < 5; turn++) {
        MPI_Request requests[2];
        double *out = calloc(N, sizeof *out), *in = calloc(N, sizeof *in);

        MPI_Isend(out, N, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in, N, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        free(out);
        free(in);
    }
    MPI_Finalize();
    return 0;
}
