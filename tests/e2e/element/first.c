/*
 * Variables that are not of the datatype's type: by what is seen at the first
 * time of a place in the program, of the variable that a buffer begins in.
 *
 * np: 2
 * verdict: warning
 * needs: x86-64
 * finding: BUFFER-TYPE-MISMATCH call=*@static ranks=0,1 count=2
 * says: MPI_FLOAT where the program has int: byte 0 of buffer is byte 0 of counts
 * finding: BUFFER-TYPE-MISMATCH call=*@automatic ranks=0,1 count=8
 * says: MPI_INT where the program has double: byte 0 of buffer is byte 0 of sums
 * finding: BUFFER-TYPE-MISMATCH call=*@member ranks=0,1 count=2
 * says: MPI_DOUBLE where the program has long int
 * options: --element-types=some
 * twin: first_clean.c
 */
#include <mpi.h>

static int counts[4];

static struct {
    double value;
    long number;
} pair;

int main(int argc, char **argv)
{
    double sums[4] = {0};
    int i;

    MPI_Init(&argc, &argv);
    MPI_Bcast(counts, 4, MPI_FLOAT, 0, MPI_COMM_WORLD); /* @static */
    for (i = 0; i < 10; i++)
        MPI_Bcast(sums, 8, MPI_INT, 0, MPI_COMM_WORLD); /* @automatic */
    MPI_Bcast(&pair, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @member */
    MPI_Finalize();
    return 0;
}
