/*
 * As much as an int can count; part of an item of so much; and more, asked for by
 * an MPI_Count.  MPI_UNDEFINED is what the program waits for.
 *
 * np: 1
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int count, elements;
    MPI_Datatype row;
    MPI_Status status = {0};

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(1000, MPI_INT, &row);
    MPI_Type_commit(&row);
    MPI_Status_set_elements(&status, MPI_C_DOUBLE_COMPLEX, 500000000);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Get_count(&status, row, &count);
    MPI_Get_elements(&status, row, &elements);
    MPI_Status_set_elements(&status, MPI_C_DOUBLE_COMPLEX, 500000001);
    MPI_Get_count(&status, row, &count); /* no whole items */
    MPI_Get_elements(&status, row, &elements);
#if MPI_VERSION >= 4
    {
        MPI_Count large;

        MPI_Get_count_c(&status, MPI_BYTE, &large);
        MPI_Get_elements_c(&status, MPI_BYTE, &large);
    }
#endif
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
