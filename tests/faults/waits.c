/*
 * Talks until a file named "go" appears in the working directory, then makes
 * more calls than a ring has room for, and ends well; with the argument
 * "kill" rank 1 kills itself instead, with "hang" each waits for the other,
 * with "negative" both call what the MPI aborts for, with "signals" each
 * waits until it has got SIGUSR1 and SIGUSR2, with "polls" one waits for the
 * other, which polls for ever, with "works" that works outside of MPI; with
 * "reduces" both reduce by an op that never ends.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t got[2];

static void note(int signal)
{
    got[signal == SIGUSR2] = 1;
}

static void never_ends(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
    for (;;)
        usleep(10000);
}

static void reduce(void)
{
    int one = 1, sum;
    MPI_Op op;

    MPI_Op_create(never_ends, 1, &op);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, go = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "signals") == 0) {
        signal(SIGUSR1, note);
        signal(SIGUSR2, note);
    } else {
        got[0] = got[1] = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD); /* both have come to the checker */
    do {
        if (rank == 0) {
            FILE *file = fopen("started", "w");

            if (file != NULL)
                fclose(file);
            go = access("go", F_OK) == 0;
            usleep(10000);
        }
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (!go);
    while (!got[0] || !got[1])
        usleep(10000);
    if (argc > 1 && strcmp(argv[1], "kill") == 0 && rank == 1)
        raise(SIGKILL);
    if (argc > 1 && strcmp(argv[1], "hang") == 0)
        MPI_Recv(&go, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (argc > 1 && rank == 1 &&
        (strcmp(argv[1], "polls") == 0 || strcmp(argv[1], "works") == 0))
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (argc > 1 && strcmp(argv[1], "polls") == 0)
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &go, MPI_STATUS_IGNORE);
    while (argc > 1 && strcmp(argv[1], "works") == 0)
        usleep(10000);
    if (argc > 1 && strcmp(argv[1], "reduces") == 0)
        reduce();
    if (argc > 1 && strcmp(argv[1], "negative") == 0)
        MPI_Bcast(&go, -1, MPI_INT, 0, MPI_COMM_WORLD);
    for (i = 0; i < 100000; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    printf("rank %d is done\n", rank);
    return 0;
}
