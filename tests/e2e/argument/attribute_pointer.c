/*
 * The attribute's value is a pointer to an integer.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int *bound, flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
    if (flag)
        printf("%d\n", *bound > 0);
    MPI_Finalize();
    return 0;
}
