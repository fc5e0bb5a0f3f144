/*
 * A struct whose bounds are MPI_LB and MPI_UB, which MPI-3.0 has removed, is
 * known as one that was resized: a receive that is too short, one of another
 * type, and a buffer that is changed early.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TRUNCATED receive=1@short send=0@long
 * finding: P2P-TYPE-MISMATCH receive=1@integers send=0@doubles
 * finding: BUFFER-CHANGED-EARLY begin=0@isend store=0@changed
 * needs: x86-64
 * flavours: mpich  (the reference MPI has them no more, Open MPI in Fortran only)
 * twin: bounds_fit.c
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
    int rank, integers[40];

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = make();
    if (rank == 0) {
        MPI_Ssend(values, 2, type, 1, 0, MPI_COMM_WORLD); /* @long */
        MPI_Ssend(values, 2, type, 1, 1, MPI_COMM_WORLD); /* @doubles */
        MPI_Isend(values, 2, type, 1, 2, MPI_COMM_WORLD, &request); /* @isend */
        values[27] = 1; /* @changed */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(received, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @short */
        MPI_Recv(integers, 24, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @integers */
        MPI_Recv(received, 12, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
