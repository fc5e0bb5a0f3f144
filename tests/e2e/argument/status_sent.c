/*
 * How much there is by the status of a send: of a wait, and of several requests
 * the wrong one; and by that of MPI_Rget.
 *
 * np: 2
 * verdict: error
 * finding: ARG-STATUS-UNSET call=0@wait operation=0@send count=1
 * finding: ARG-STATUS-UNSET call=*@other operation=*@isend ranks=0,1 count=2
 * finding: ARG-STATUS-UNSET call=*@got operation=*@rget ranks=0,1 count=2
 * says: calls MPI_Get_count with the status of MPI_Rget, of which the fields are undefined
 * twin: status_received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[3] = {0}, more[3], count;
    MPI_Request requests[2];
    MPI_Status status, both[2];
    MPI_Win window;
    int *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Recv(numbers, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
    } else {
        MPI_Isend(numbers, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, requests); /* @send */
        MPI_Wait(requests, &status);
        MPI_Get_count(&status, MPI_INT, &count); /* @wait */
    }
    MPI_Isend(numbers, 3, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]); /* @isend */
    MPI_Irecv(more, 3, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, both);
    MPI_Get_count(&both[0], MPI_INT, &count); /* @other */
    MPI_Win_allocate(sizeof count, sizeof count, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    MPI_Win_lock_all(0, window);
    MPI_Rget(more, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window, requests); /* @rget */
    MPI_Wait(requests, &status);
    MPI_Get_count(&status, MPI_INT, &count); /* @got */
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
