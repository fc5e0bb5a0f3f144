/* np: 2 4 */
/* only: refmpi */
/* Long messages where the kernel does not let ranks read each other's memory:
 * a filter refuses process_vm_readv and process_vm_writev. */
#include "check.h"
#include "refuse.h"

#define WORDS 700001

int main(int argc, char **argv)
{
    refuse_peer_memory();
    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    int *out = malloc(sizeof *out * WORDS), *in = malloc(sizeof *in * WORDS);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < WORDS; i++)
            out[i] = rank + i * (round + 1);
        MPI_Sendrecv(out, WORDS, MPI_INT, next, 0, in, WORDS, MPI_INT, previous,
                     0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < WORDS; i++)
            CHECK(in[i] == previous + i * (round + 1));
    }
    /* Into a smaller buffer: cut, and nothing else harmed. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    in[50000] = -1;
    MPI_Request request;
    MPI_Isend(out, WORDS, MPI_INT, next, 1, MPI_COMM_WORLD, &request);
    int rc = MPI_Recv(in, 50000, MPI_INT, previous, 1, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
    CHECK(class_of(rc) == MPI_ERR_TRUNCATE && in[50000] == -1);
    CHECK(in[49999] == previous + 49999 * 5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
