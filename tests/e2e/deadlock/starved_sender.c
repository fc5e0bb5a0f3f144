/*
 * A receive from any source takes the message of rank 2, which was sent first;
 * so nobody sends what rank 0 receives from rank 2 next, and nobody receives
 * what rank 1 sends.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@receive took=0@any waits=2@end
 * says: Rank 1 hangs, too.
 * hangs: yes
 * flavours: abi
 * twin: starved_sender_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, words[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&words[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request); /* @any */
        MPI_Recv(&words[1], 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE); /* @receive */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&words[0], 0, MPI_INT, 2, 1, comm, MPI_STATUS_IGNORE);
        MPI_Ssend(&rank, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 0, MPI_INT, 1, 1, comm);
    }
    MPI_Finalize(); /* @end */
    return 0;
}
