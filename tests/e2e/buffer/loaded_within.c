/*
 * What is still to come is loaded by a function that others call: it is shown
 * by whom.  Behind it by functions that were not yet called when the receive
 * began, also once the one that began it has returned.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=*@first<main-begins load=*@sum<mean<show<main-shows ranks=0,1
 * finding: BUFFER-ACCESSED-EARLY begin=*@second load=*@sum<mean<main-means ranks=0,1
 * twin: loaded_within_after.c
 */
#include <mpi.h>

#define FUNCTION __attribute__((noinline)) static

static int values[2], other;
static MPI_Request request;

FUNCTION int sum(const int *of)
{
    return of[0] + 1; /* @sum */
}

FUNCTION int mean(const int *of)
{
    return sum(of) / 2; /* @mean */
}

FUNCTION int show(void)
{
    return mean(values) + 3; /* @show */
}

FUNCTION void begin(void)
{
    MPI_Irecv(&values[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request); /* @first */
}

int main(int argc, char **argv)
{
    int rank, shown;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    begin(); /* @main-begins */
    shown = show(); /* @main-shows */
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&values[1], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request); /* @second */
    shown += mean(&values[1]); /* @main-means */
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return shown < 0;
}
