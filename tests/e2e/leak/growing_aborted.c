/*
 * Ever more datatypes: told when the job ends, which it does before
 * MPI_Finalize could tell what was not freed.
 *
 * np: 1
 * verdict: warning
 * finding: LEAK-GROWING made=0@type
 * finding: CALL-ABORT call=0@abort
 * status: 7
 * twin: growing_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Datatype type;
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 13000; i++)
        MPI_Type_contiguous(i + 1, MPI_INT, &type); /* @type */
    MPI_Abort(MPI_COMM_WORLD, 7);                   /* @abort */
    MPI_Finalize();
    return 0;
}
