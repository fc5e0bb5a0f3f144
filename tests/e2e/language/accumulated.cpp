/*
 * The C++ library adds up what is still to come: shown is the line of the
 * program, not that of the library's header.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=*@receive load=*@total<main ranks=0,1
 * twin: accumulated_after.cpp
 */
#include <mpi.h>

#include <numeric>
#include <vector>

static double total(const std::vector<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0); /* @total */
}

int main(int argc, char **argv)
{
    int rank;
    double sum;
    MPI_Request request;
    std::vector<double> in(4), out(4, 1.0);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(in.data(), 4, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request); /* @receive */
    MPI_Send(out.data(), 4, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    sum = total(in); /* @main */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return sum < 0;
}
