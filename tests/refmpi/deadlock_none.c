/* np: 2 3 8 */
/* All ranks sleep again and again, are woken by messages, by locks and by
 * signals, and somebody can always go on. */
#include "check.h"

#include <signal.h>
#include <sys/time.h>

enum { ROUNDS = 300 };

static void nothing(int number)
{
    (void)number;
}

int main(int argc, char **argv)
{
    struct itimerval often = {{0, 1700}, {0, 1700}};
    int token = 0, rank, size, sum;
    MPI_Win win;

    signal(SIGALRM, nothing);
    setitimer(ITIMER_REAL, &often, NULL);
    MPI_Init(&argc, &argv);
    rank = world_rank();
    size = world_size();
    MPI_Win_create(&token, sizeof token, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    for (int i = 0; i < ROUNDS; i++) {
        /* Who has the token does no MPI for a while, the others sleep. */
        if (rank == 0 && i % 50 == 0)
            for (volatile int k = 0; k < 20000000 / size; k++)
                ;
        if (rank != 0)
            MPI_Recv(&sum, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(&sum, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
