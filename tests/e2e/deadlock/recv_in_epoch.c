/*
 * The origin waits in its epoch for a message that the target sends after its
 * own (acceptance A4).
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@recv waits=1@wait
 * twin: recv_in_exposure.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, *base, value = 7, answer;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    other = !rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    MPI_Group_free(&world);
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
        MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win); /* @wait */
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
