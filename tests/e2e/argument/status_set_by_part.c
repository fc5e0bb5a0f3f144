/*
 * Fields of a status are asked for that the program has set itself.
 *
 * np: 1
 * verdict: clean
 * flavours: abi (MPI-4.1 is the first with MPI_Status_set_source)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Status source, tag, error;
    int value;

    MPI_Init(&argc, &argv);
    MPI_Status_set_source(&source, 3);
    MPI_Status_get_source(&source, &value);
    MPI_Status_set_tag(&tag, 4);
    MPI_Status_get_tag(&tag, &value);
    MPI_Status_set_error(&error, MPI_SUCCESS);
    MPI_Status_get_error(&error, &value);
    MPI_Finalize();
    return 0;
}
