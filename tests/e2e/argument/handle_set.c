/*
 * A communicator is set before it is used.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int sum = 0, one = 1;
    MPI_Comm row;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_SELF, &row);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, row);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return sum != 1;
}
