/*
 * Calls that fail, in a program that goes on: a file that is not there, an
 * error class that MPI does not have; what has a finding of its own gets no
 * note.
 *
 * np: 1
 * verdict: error
 * finding: CALL-FAILED call=0@class
 * finding: ARG-RANK call=0@send
 * options: --notes
 * twin: failed_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Add_error_string(1, "text"); /* @class */
    MPI_Send(&value, 1, MPI_INT, 7, 0, MPI_COMM_SELF); /* @send */
    MPI_Finalize();
    return 0;
}
