/*
 * Ranks 0 and 1 both receive first, ranks 2 and 3 both send first, and the one
 * has nothing to do with the other; rank 4 waits for rank 3.
 *
 * np: 5
 * verdict: error
 * finding: DEADLOCK waits=0@first waits=1@second ranks=0,1
 * finding: DEADLOCK waits=2@third waits=3@fourth ranks=2,3,4
 * says: Ranks 0 and 1 wait for each other: rank 0 waits in MPI_Recv for a message from rank 1 with tag 7; rank 1 waits in MPI_Recv for a message from rank 0 with tag 7.
 * says: Rank 4 hangs, too.
 * hangs: maybe
 * twin: knots_none.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, /* @second */
                 MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Ssend(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD); /* @third */
        MPI_Recv(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 3) {
        MPI_Ssend(&value, 1, MPI_INT, 2, 8, MPI_COMM_WORLD); /* @fourth */
        MPI_Recv(&value, 1, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 4, 8, MPI_COMM_WORLD);
    } else
        MPI_Recv(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
