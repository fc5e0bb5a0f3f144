/*
 * How much was received is asked for in items of another datatype than that of
 * the receive: of a blocking one, and of one that was waited for.
 *
 * np: 1
 * verdict: warning
 * finding: ARG-COUNT-TYPE call=0@counted received=0@received count=1 cites=3.2.5
 * finding: ARG-COUNT-TYPE call=0@waited received=0@begun count=1
 * says: MPI_Get_count with datatype = MPI_INT, but MPI_Sendrecv, which has set the status, had another datatype.
 * twin: count_types_alike.c
 */
#include <mpi.h>

#define COUNT 30

int main(int argc, char **argv)
{
    double in[COUNT], out[COUNT] = {0};
    int count, sum = 0;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Sendrecv(out, COUNT, MPI_DOUBLE, 0, 0, in, COUNT, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &status); /* @received */
    MPI_Get_count(&status, MPI_INT, &count); /* @counted */
    sum += count;
    MPI_Irecv(in, COUNT, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request); /* @begun */
    MPI_Send(out, COUNT / 2, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_FLOAT, &count); /* @waited */
    sum += count;
    MPI_Finalize();
    return sum == 0;
}
