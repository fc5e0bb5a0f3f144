/*
 * Displacements that are as large, and others that are negative, on purpose.
 * The operations are never started.
 *
 * np: 3
 * verdict: clean
 * flavours: abi mpich
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

    MPI_Count counts[3] = {PIECE, PIECE, PIECE};
    MPI_Aint displs[3] = {0, PIECE, 2L * PIECE};
    int rank, small[3] = {PIECE, 5, 5}, before[3] = {0, -1000000000, -2000000000};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allgatherv_init_c(part, PIECE, MPI_CHAR, all, counts, displs, MPI_CHAR, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Allgatherv_init(part, small[rank], MPI_CHAR, all, small, before, MPI_CHAR, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
