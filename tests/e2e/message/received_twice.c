/*
 * A message of a matched probe is received twice, by copies of its handle.
 *
 * np: 2
 * verdict: error
 * finding: ARG-FREED-HANDLE call=1@again received=1@once
 * says: which it has received already
 * hangs: maybe
 * twin: received_once.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Message message, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        copy = message;
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE); /* @once */
        result = MPI_Mrecv(&value, 1, MPI_INT, &copy, MPI_STATUS_IGNORE); /* @again */
    }
    MPI_Finalize();
    return 0;
}
