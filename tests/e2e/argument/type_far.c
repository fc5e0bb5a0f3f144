/*
 * Items that are so far apart that no address can tell it: none is where
 * another one is, though numbers of 64 bits would say so.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Datatype far, items;
    MPI_Request request;
    int values[2];

    MPI_Init(&argc, &argv);
    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)1 << 62, &far);
    MPI_Type_contiguous(5, far, &items);
    MPI_Type_commit(&items);
    MPI_Recv_init(values, 1, items, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Type_free(&items);
    MPI_Type_free(&far);
    MPI_Finalize();
    return 0;
}
