/*
 * Wildcard receives, until the origin's message has come: it may be the first
 * or the second.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer = 0, value = 0, source = -1, count = 0;
    MPI_Group world, origins, targets;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &origins);
    peer = 1;
    MPI_Group_incl(world, 1, &peer, &targets);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        for (; source != 0; count++) {
            MPI_Status status;

            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     &status);
            source = status.MPI_SOURCE;
        }
        MPI_Win_post(origins, 0, win); /* @post */
        MPI_Win_wait(win);
        if (count == 1)
            MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
