/*
 * A communicator of all is made of pairs, and pairs of these: a leader creates
 * the next intercommunicator while others have not returned from the merge
 * before.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, turn;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (turn = 0; turn < 100; turn++) {
        MPI_Comm part, both;
        int level, leader = rank;

        MPI_Comm_dup(MPI_COMM_SELF, &part);
        for (level = 1; level < size; level *= 2) {
            int other = leader ^ level;

            MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, other, 0, &both);
            MPI_Comm_free(&part);
            MPI_Intercomm_merge(both, leader > other, &part);
            MPI_Comm_free(&both);
            leader &= ~level;
        }
        MPI_Comm_free(&part);
    }
    MPI_Finalize();
    return 0;
}
