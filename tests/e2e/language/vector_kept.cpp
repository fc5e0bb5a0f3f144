// As vector_gone.cpp, of a vector that is there until the send is complete.
//
// np: 2
// verdict: clean
#include <mpi.h>

#include <vector>

static void send(const std::vector<double> &values, MPI_Request *request)
{
    MPI_Isend(values.data(), 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, request);
}

int main(int argc, char **argv)
{
    double values[10];
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::vector<double> sent(10, 1.0);

        send(sent, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(values, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
