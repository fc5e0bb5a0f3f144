/*
 * Messages of one length, of which the last item says whom to receive from.
 *
 * np: 3
 * verdict: note
 * options: --notes
 * finding: RACE-DEPENDENCE receive=0@first starves=0@second ...
 * finding: RACE-MATCH receive=0@first send=1@sent send=2@sent
 * twin: starves_named.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, values[1000] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(values, 1000, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(values, 1000, MPI_INT, 3 - values[999], 0, /* @second */
                 comm, MPI_STATUS_IGNORE);
    } else {
        values[999] = rank;
        MPI_Send(values, 1000, MPI_INT, 0, 0, comm); /* @sent */
    }
    MPI_Finalize();
    return 0;
}
