/*
 * An error of which the MPI alone knows ends the process, by exit (MPICH, of a
 * single process) or _exit.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-KILLED inside=0@call
 * twin: errhandler_exits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Add_error_string(-5, "no code that MPI_Add_error_code has returned"); /* @call */
    MPI_Finalize();
    return 0;
}
