/*
 * As absolute.c, from MPI_BOTTOM.
 *
 * np: 1
 * verdict: clean
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
    MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, &other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
