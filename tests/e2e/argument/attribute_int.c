/*
 * An integer is given to a call that stores the attribute's value, a pointer.
 *
 * np: 1
 * verdict: potential
 * finding: ARG-LESS-ROOM call=0@get
 * says: whose attribute_val may take 8 bytes, but the variable bound (attribute_int.c:15) ends after 4.
 * twin: attribute_pointer.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int bound = 0, flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag); /* @get */
    if (flag)
        printf("%d\n", bound > 0);
    MPI_Finalize();
    return 0;
}
