/*
 * More has been received than an int can count.  (The status is set as if: so
 * much memory is not needed.)
 *
 * np: 1
 * verdict: note
 * finding: ARG-LARGE-RESULT call=0@count
 * finding: ARG-LARGE-RESULT call=0@elements
 * says: 3000000000 items
 * says: 6000000000 basic elements
 * says: MPI_Get_count_c
 * options: --notes
 * twin: large_count_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int count, elements;
    MPI_Datatype pair;
    MPI_Status status = {0};

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Status_set_elements(&status, MPI_C_DOUBLE_COMPLEX, 1500000000);
    MPI_Get_count(&status, pair, &count); /* @count */
    MPI_Get_elements(&status, pair, &elements); /* @elements */
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
