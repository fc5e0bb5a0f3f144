/*
 * As streamed.cpp; the program looks at the data when they are there.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <fstream>
#include <iostream>
#include <mpi.h>

static int got, seen;
static bool caught;

static void write_all(std::ostream &out, int rank)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    out << "rank " << rank << std::endl;
    out.flush();
    out << 2.5 << '\n';
}

int main(int argc, char **argv)
{
    int rank;
    std::ofstream full("/dev/full");
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        std::cout << "rank " << rank << " waits" << std::endl;
        full.exceptions(std::ios::badbit | std::ios::failbit);
        try {
            write_all(full, rank);
        } catch (const std::ios_base::failure &) {
            caught = true;
        }
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        seen = got;
    } else {
        MPI_Recv(&seen, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return rank == 0 && !caught;
}
