/*
 * As aliased_packed.c, beside what is packed in one array.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int data[16] = {0}, position = 8, size = sizeof data;

    MPI_Init(&argc, &argv);
    MPI_Pack(&data[8], 4, MPI_INT, data, size, &position, MPI_COMM_SELF);
    MPI_Pack(&data[1], 0, MPI_INT, data, size, &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(data, size, &position, &data[6], 4, MPI_INT, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
