/*
 * The C++ library adds up what has come.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#include <numeric>
#include <vector>

static double total(const std::vector<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

int main(int argc, char **argv)
{
    int rank;
    double sum;
    MPI_Request request;
    std::vector<double> in(4), out(4, 1.0);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(in.data(), 4, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(out.data(), 4, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum = total(in);
    MPI_Finalize();
    return sum < 0;
}
