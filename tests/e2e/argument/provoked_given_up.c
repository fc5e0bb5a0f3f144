/*
 * A program that looks at what the call returns, under MPI_ERRORS_RETURN, and
 * gives up: the error is none that it has provoked.
 *
 * np: 1
 * verdict: error
 * finding: ARG-RANK call=0@send
 * status: 3
 * options: --notes
 * twin: provoked_not.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char text[MPI_MAX_ERROR_STRING];
    int value = 0, code, length;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Send(&value, 1, MPI_INT, 7, 0, MPI_COMM_WORLD); /* @send */
    if (code != MPI_SUCCESS) {
        MPI_Error_string(code, text, &length);
        fprintf(stderr, "%s\n", text);
    }
    MPI_Finalize();
    return code == MPI_SUCCESS ? 0 : 3;
}
