/*
 * Data are received by datatypes that describe bytes twice: one whose blocks
 * overlap, though the message is short; one of which the items do, that the
 * blocks of a gather lie in each other; and one with an overlap and a gap that
 * make up for each other.
 * (On every function: tests/argument.)
 *
 * np: 2
 * verdict: error
 * finding: ARG-OVERLAP call=1@receive
 * finding: ARG-OVERLAP call=0@gather
 * finding: ARG-OVERLAP call=1@gap
 * twin: type_overlap_fits.c
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

static MPI_Datatype resized(int integers)
{
    MPI_Datatype type, narrow;

    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_create_resized(type, 0, integers * (MPI_Aint)sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    MPI_Type_free(&type);
    return narrow;
}

static void receive_gap(int rank, int *values)
{
    int displs[3] = {0, 2, 6};
    MPI_Datatype type;

    MPI_Type_create_indexed_block(3, 3, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(values, 9, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @gap */
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    int rank, values[16] = {0}, sent[2] = {0};
    MPI_Datatype twice, narrow;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    twice = indexed(0, 1);
    narrow = resized(1);
    if (rank == 0)
        MPI_Send(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 1, twice, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
    MPI_Gather(sent, 2, MPI_INT, values, 1, narrow, 0, MPI_COMM_WORLD); /* @gather */
    receive_gap(rank, values);
    MPI_Type_free(&twice);
    MPI_Type_free(&narrow);
    MPI_Finalize();
    return 0;
}
