/*
 * Two committed datatypes of a loop are never freed, a third of another line.
 *
 * np: 2
 * verdict: warning
 * ways: all
 * finding: LEAK-DATATYPE call=*@loop ranks=0,1 count=4
 * finding: LEAK-DATATYPE call=1@single
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int i;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 2; i++) {
        MPI_Type_contiguous(3, MPI_INT, &type); /* @loop */
        MPI_Type_commit(&type);
    }
    if (rank == 1)
        MPI_Type_vector(2, 1, 3, type, &type); /* @single */
    MPI_Finalize();
    return 0;
}
