/*
 * Two structures of vectors differ in one type, deep within.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=1@recv send=0@send
 * twin: same_types.c
 */
#include <mpi.h>

static MPI_Datatype made(MPI_Datatype last)
{
    int lengths[3] = {1, 3, 2};
    MPI_Aint displs[3] = {0, 8, 32};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_DATATYPE_NULL}, type;

    MPI_Type_vector(2, 1, 2, last, &types[2]);
    MPI_Type_create_struct(3, lengths, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&types[2]);
    return type;
}

int main(int argc, char **argv)
{
    int rank;
    _Alignas(double) char buffer[512] = {0};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = made(rank == 0 ? MPI_INT : MPI_FLOAT);
    if (rank == 0)
        MPI_Send(buffer, 2, type, 1, 0, MPI_COMM_WORLD); /* @send */
    else
        MPI_Recv(buffer, 2, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
