/* np: 2 3 4 8 */
/* only: refmpi */
/* status: 35 */
/* stderr: rank 1: waits in MPI_Recv from rank 0, tag 5 on MPI_COMM_WORLD */
/* All wait for ever, rank 0 each time for something else: the library says so
 * at that instant. */
#include "check.h"

int main(int argc, char **argv)
{
    MPI_Request requests[2];
    MPI_Win win;
    int value, index;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    if (world_rank() == 1)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() != 0)
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (world_size() == 2)
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
    else if (world_size() == 3)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    else if (world_size() == 4)
        MPI_Ssend(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    else {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
