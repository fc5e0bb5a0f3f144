/*
 * Rank 1 tests for ever whether its exposure epoch is over: rank 0, which waits
 * for a message, does not complete its own.
 *
 * np: 2
 * verdict: warning
 * options: --no-progress=1 --fail-on=warning
 * finding: NO-PROGRESS polls=1@test waits=0@recv ranks=0,1
 * hangs: maybe
 * status: 1
 * twin: poll_window.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, got = 0, *memory, flag = 0;
    MPI_Win win;
    MPI_Group world, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &(int){1 - rank}, &other);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        while (!flag)
            MPI_Win_test(win, &flag); /* @test */
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
