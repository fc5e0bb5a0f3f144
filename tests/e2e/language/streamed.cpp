/*
 * A program in C++ writes to a stream before it looks at what a pending receive
 * stores into; a stream that throws is caught, as without Murmel.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * flavours: mpich openmpi
 * finding: BUFFER-ACCESSED-EARLY begin=0@irecv load=0@look
 * twin: streamed_behind.cpp
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
        MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @irecv */
        std::cout << "rank " << rank << " waits" << std::endl;
        seen = got; /* @look */
        full.exceptions(std::ios::badbit | std::ios::failbit);
        try {
            write_all(full, rank);
        } catch (const std::ios_base::failure &) {
            caught = true;
        }
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&seen, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return rank == 0 && !caught;
}
