/*
 * A chain of messages through a third rank, received by wildcards and by
 * requests, orders the lock period before the post (acceptance B6).
 *
 * np: 3
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer = 0, value = 0;
    MPI_Group world, origins, targets;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &origins);
    peer = 1;
    MPI_Group_incl(world, 1, &peer, &targets);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Win_unlock(1, win);
        MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Request request;

        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Isend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
