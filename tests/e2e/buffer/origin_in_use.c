/*
 * What a get fetches is sent on, and fetched over, before it is there; what a
 * put has not sent yet is received over.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@send pending=0@get
 * finding: BUFFER-IN-USE use=0@again pending=0@first
 * finding: BUFFER-IN-USE use=0@recv pending=0@put
 * twin: origin_done.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3] = {0}, out = 1, *memory;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Get(&in[0], 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* @get */
        MPI_Send(&in[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
        MPI_Get(&in[1], 1, MPI_INT, 1, 1, 1, MPI_INT, window); /* @first */
        MPI_Get(&in[1], 1, MPI_INT, 1, 2, 1, MPI_INT, window); /* @again */
        MPI_Put(&out, 1, MPI_INT, 1, 4, 1, MPI_INT, window); /* @put */
        MPI_Recv(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    } else {
        MPI_Recv(&in[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
