/*
 * A datatype of absolute addresses is sent from the variable that they are of, in
 * place of MPI_BOTTOM.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NO-MEMORY call=0@send
 * says: but the displacements of the datatype are absolute addresses, which are for MPI_BOTTOM.
 * hangs: maybe
 * status: 0|1|139
 * twin: absolute_bottom.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int number = 1, other;
    MPI_Aint place;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Get_address(&number, &place);
    MPI_Type_create_hindexed_block(1, 1, &place, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&number, 1, type, 0, 0, &other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @send */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
