/*
 * Buffers and arrays that go beyond a variable, but not beyond those of the
 * function: what the calls load and store there belongs to others.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: ARG-TOO-SHORT call=*@bcast ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=0@send
 * finding: ARG-TOO-SHORT call=*@parts ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@columns ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@statuses ranks=0,1 count=2
 * finding: ARG-LESS-ROOM call=1@recv
 * says: but the variable numbers (variable_short.c:29) ends after 40 of 48 bytes
 * says: but the variable numbers (variable_short.c:29) ends after 24 of 32 bytes
 * twin: variable_fits.c
 */
#include <mpi.h>

static void receive(int *into)
{
    MPI_Recv(into, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
}

int main(int argc, char **argv)
{
    MPI_Status before[2], statuses[1], after[2];
    MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int first[32] = {0}, numbers[10] = {0}, last[32] = {0};
    int counts[2] = {1, 1}, displs[2] = {0, 10}, rank;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(numbers, 12, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    if (rank == 0) {
        MPI_Send(last, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(numbers + 9, 2, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send */
    } else {
        receive(numbers + 4);
        MPI_Recv(last, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Allgatherv(&rank, 1, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD); /* @parts */
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Bcast(numbers + 1, 1, column, 0, MPI_COMM_WORLD); /* @columns */
    MPI_Type_free(&column);
    MPI_Waitall(2, none, statuses); /* @statuses */
    (void)before, (void)after, (void)first;
    MPI_Finalize();
    return 0;
}
