/*
 * One of many has an error, and leaves; the others wait for it in a collective
 * operation.
 *
 * np: 7
 * verdict: error
 * hangs: yes
 * finding: DEADLOCK waits=0@left waits=1@bcast
 * says: Rank 1 waits for ever in MPI_Bcast for rank 0 to call MPI_Bcast too on MPI_COMM_WORLD, but rank 0 has called MPI_Finalize, and waits there. Ranks 2-6 hang, too: they wait for these.
 * twin: left_together.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, lines = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Finalize(); /* @left */
        return 0;
    }
    MPI_Bcast(&lines, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Finalize();
    return 0;
}
