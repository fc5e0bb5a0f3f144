// A vector goes out of scope while what it holds is being sent.
//
// np: 2
// verdict: error
// finding: BUFFER-GONE begin=0@send free=0@end
// twin: vector_kept.cpp
#include <mpi.h>

#include <vector>

static void send(MPI_Request *request)
{
    std::vector<double> values(10, 1.0);

    MPI_Isend(values.data(), 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, request); /* @send */
} /* @end */

int main(int argc, char **argv)
{
    double values[10];
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        send(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(values, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
