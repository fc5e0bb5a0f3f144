/*
 * A displacement is the sum of the counts before, as an int, which overflows. The
 * operation is never started.
 *
 * np: 3
 * verdict: error
 * finding: ARG-OVERFLOWED call=*@gather
 * says: displs[2] = -2147483648
 * says: MPI_Allgatherv_init_c
 * flavours: abi mpich
 * twin: overflowed_fits.c
 */
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

#define PIECE (1 << 30)

/* Room before and behind what is returned; none of it is touched. */
static char *room(void)
{
    char *memory = mmap(NULL, 6UL * PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory + 3UL * PIECE;
}

int main(int argc, char **argv)
{
    char *all = room(), *part = room();
    MPI_Request request;

    int counts[3] = {PIECE, PIECE, PIECE}, displs[3], i;
    unsigned sum = 0;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 3; i++) {
        displs[i] = (int)sum;
        sum += (unsigned)counts[i];
    }
    MPI_Allgatherv_init(part, PIECE, MPI_CHAR, all, counts, displs, MPI_CHAR, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @gather */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
