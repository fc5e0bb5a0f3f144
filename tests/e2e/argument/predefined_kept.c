/*
 * Objects that calls return, and that may be predefined ones, are freed; a
 * predefined type is committed.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Datatype type = MPI_INT;
    MPI_Errhandler handler;
    MPI_Group all, none;

    MPI_Init(&argc, &argv);
    MPI_Type_commit(&type);
    MPI_Type_dup(type, &type);
    MPI_Type_free(&type);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 0, NULL, &none);
    MPI_Group_free(&none);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
