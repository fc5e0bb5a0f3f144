/*
 * Buffers with a count and a displacement for each process: what lies between
 * their parts may be sent and received into while the operation is pending.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define SECOND 4

static MPI_Comm world = MPI_COMM_WORLD;

int main(int argc, char **argv)
{
    int rank, out[8] = {0}, in[8] = {0}, one[8] = {0}, other[8] = {0};
    int counts[2] = {1, 2}, displs[2] = {0, SECOND}, bytes[2] = {0, 4 * SECOND};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    if (rank == 1)
        counts[0] = 2;

    MPI_Ialltoallv(out, counts, displs, MPI_INT, in, counts, displs, MPI_INT,
                   world, &request);
    if (rank == 0)
        MPI_Sendrecv(&in[3], 1, MPI_INT, 0, 0, one, 1, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Ialltoallw(out, counts, bytes, types, in, counts, bytes, types, world,
                   &request);
    if (rank == 0)
        MPI_Sendrecv(one, 1, MPI_INT, 0, 0, &out[2], 1, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    counts[0] = counts[1] = 1;
    MPI_Igatherv(out, 1, MPI_INT, other, counts, displs, MPI_INT, 0, world,
                 &request);
    if (rank == 0)
        MPI_Sendrecv(one, 1, MPI_INT, 0, 0, &other[5], 1, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
