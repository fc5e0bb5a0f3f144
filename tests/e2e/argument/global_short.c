/*
 * Global and static variables that are shorter than the data, from their begin
 * and from the middle.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@global ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@static ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@gather ranks=0,1 count=2
 * finding: ARG-LESS-ROOM call=*@room ranks=0,1 count=2
 * twin: global_fits.c
 */
#include <mpi.h>

#define MANY 1000

int table[MANY], behind[4 * MANY];

int main(int argc, char **argv)
{
    static double numbers[MANY];
    MPI_Request request;
    int in[4 * MANY] = {0};

    MPI_Init(&argc, &argv);
    MPI_Sendrecv(table, MANY + 1, MPI_INT, 0, 0, in, 4 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @global */
    MPI_Send_init(numbers + 500, MANY - 499, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request); /* @static */
    MPI_Request_free(&request);
    MPI_Sendrecv(in, 1, MPI_DOUBLE, 0, 0, numbers + 999, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @room */
    MPI_Allgather(in, MANY, MPI_INT, table, MANY, MPI_INT, MPI_COMM_WORLD); /* @gather */
    MPI_Finalize();
    return 0;
}
