/*
 * A C++ program reads what it receives into after the receive is complete.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>

#include <algorithm>
#include <vector>

struct cell {
    double here, there;
    virtual ~cell() {}
};

static double total(const std::vector<double> &values)
{
    double sum = 0;

    for (double value : values) /* @load */
        sum += value;
    return sum;
}

int main(int argc, char **argv)
{
    int rank;
    double sum = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> values(100, rank), more(100);
    std::vector<cell> cells(3);
    if (rank == 0)
        MPI_Isend(values.data(), 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(values.data(), 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request); /* @irecv */
    std::copy(more.begin(), more.end(), more.begin());
    cells[1] = cells[0];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum = total(values);
    MPI_Finalize();
    return sum > 100;
}
