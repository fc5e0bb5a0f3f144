/*
 * Datatypes that describe bytes twice, for sends; and for receives such whose
 * items lie in each other without a byte in common (columns of a matrix).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static MPI_Datatype indexed(int first, int second)
{
    int lengths[2] = {2, 2}, displs[2] = {first, second};
    MPI_Datatype type;

    MPI_Type_indexed(2, lengths, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype column(void)
{
    MPI_Datatype type, narrow;

    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_create_resized(type, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    MPI_Type_free(&type);
    return narrow;
}

static void columns(void)
{
    MPI_Datatype type = column();
    int part[8] = {0}, all[16];
    MPI_Request request;

    MPI_Gather(part, 8, MPI_INT, all, 2, type, 0, MPI_COMM_WORLD);
    MPI_Allgather(part, 8, MPI_INT, all, 2, type, MPI_COMM_WORLD);
    MPI_Irecv(all, 4, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

static void twice(int rank)
{
    MPI_Datatype type = indexed(0, 1);
    int values[4] = {0}, all[16];

    if (rank == 0)
        MPI_Send(values, 1, type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Gather(values, 1, type, all, 4, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Bcast(values, 1, type, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Recv(values, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Alltoall(values, 0, type, all, 0, type, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    columns();
    twice(rank);
    MPI_Finalize();
    return 0;
}
