/*
 * The address of a std::vector in place of where its items are.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: ARG-TOO-SHORT call=0@send
 * says: but the variable numbers (vector_itself.cpp:19), an object of class vector, ends after 24 of 80 bytes
 * twin: cplusplus_clean.cpp
 */
#include <mpi.h>

#include <vector>

int main(int argc, char **argv)
{
    int rank;
    int beside[64] = {0};
    std::vector<int> numbers(20);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&numbers, 20, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
    else
        MPI_Recv(beside, 64, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return beside[63];
}
