/*
 * As bounds.c, but the receives fit, and what is stored before the send is
 * complete lies in a gap of its data.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich
 */
#include <mpi.h>

static double values[40], received[40];

static MPI_Datatype make(void)
{
    int lengths[3] = {1, 1, 1};
    MPI_Aint places[3] = {0, 0, 20 * sizeof(double)};
    MPI_Datatype column, made, types[3] = {MPI_LB, MPI_DATATYPE_NULL, MPI_UB};

    MPI_Type_vector(2, 3, 5, MPI_DOUBLE, &column);
    types[1] = column;
    MPI_Type_create_struct(3, lengths, places, types, &made);
    MPI_Type_commit(&made);
    MPI_Type_free(&column);
    return made;
}

int main(int argc, char **argv)
{
    MPI_Datatype type;
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = make();
    if (rank == 0) {
        MPI_Ssend(values, 2, type, 1, 0, MPI_COMM_WORLD);
        MPI_Ssend(values, 2, type, 1, 1, MPI_COMM_WORLD);
        MPI_Isend(values, 2, type, 1, 2, MPI_COMM_WORLD, &request);
        values[28] = 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(received, 12, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(received, 12, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(received, 12, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
