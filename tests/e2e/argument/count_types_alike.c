/*
 * How much was received is asked for in items of the receive's datatype, of one
 * that is made of it, in bytes, and in those of what a probe has found; also of
 * an older status that tells the same as a newer one.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 30

int main(int argc, char **argv)
{
    double in[COUNT], out[COUNT] = {0};
    int numbers[2 * COUNT], more[2 * COUNT] = {0}, count, sum = 0;
    MPI_Datatype three;
    MPI_Request request;
    MPI_Status status, other;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(3, MPI_DOUBLE, &three);
    MPI_Type_commit(&three);
    MPI_Sendrecv(out, COUNT, MPI_DOUBLE, 0, 0, in, COUNT, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    sum += count;
    MPI_Get_count(&status, three, &count);
    sum += count;
    MPI_Get_count(&status, MPI_BYTE, &count);
    sum += count;
    MPI_Get_count(&status, MPI_CHAR, &count);
    sum += count;
    MPI_Sendrecv(out, 8 * COUNT, MPI_BYTE, 0, 0, in, 8 * COUNT, MPI_BYTE, 0, 0, MPI_COMM_SELF, &other);
    MPI_Get_count(&other, MPI_INT, &count);
    sum += count;
    MPI_Irecv(in, COUNT, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request);
    MPI_Send(out, COUNT, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    MPI_Irecv(numbers, 2 * COUNT, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    MPI_Send(more, 2 * COUNT, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, &other);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    sum += count;
    MPI_Get_count(&other, MPI_INT, &count);
    sum += count;
    MPI_Isend(out, COUNT, MPI_DOUBLE, 0, 2, MPI_COMM_SELF, &request);
    MPI_Probe(0, 2, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    sum += count;
    MPI_Recv(in, COUNT, MPI_DOUBLE, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&three);
    MPI_Finalize();
    return sum == 0;
}
