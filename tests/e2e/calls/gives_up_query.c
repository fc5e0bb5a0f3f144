/*
 * The MPI ends the process in a call of which only the begin is told, since it
 * is quick: by exit (MPICH) or _exit.  (Open MPI takes such a datatype here.)
 *
 * np: 1
 * verdict: error
 * flavours: abi mpich
 * finding: PROCESS-KILLED inside=0@call
 * says: inside MPI_Pack_size
 * twin: errhandler_exits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Datatype pair;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Pack_size(1, pair, MPI_COMM_WORLD, &size); /* @call */
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
