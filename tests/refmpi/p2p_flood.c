/* np: 2 3 8 */
/* More messages than any ring holds, sent before the first is received; each
 * sender's order is kept; then wildcards. */
#include "check.h"

#define MESSAGES 3000
#define WORDS    100

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    static int words[WORDS];
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        int next[64] = {0};
        for (int i = 0; i < MESSAGES * (size - 1); i++) {
            MPI_Status status;
            MPI_Recv(words, WORDS, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                     MPI_COMM_WORLD, &status);
            CHECK(status.MPI_TAG == next[status.MPI_SOURCE]);
            CHECK(words[WORDS - 1] == next[status.MPI_SOURCE]);
            next[status.MPI_SOURCE]++;
        }
    } else {
        static MPI_Request requests[MESSAGES];
        static int data[MESSAGES][WORDS];
        for (int i = 0; i < MESSAGES; i++) {
            data[i][WORDS - 1] = i;
            MPI_Isend(data[i], WORDS, MPI_INT, 0, i, MPI_COMM_WORLD,
                      &requests[i]);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
