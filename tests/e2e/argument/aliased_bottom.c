/*
 * Buffers that overlap, described by addresses from MPI_BOTTOM on.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@pieces ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@both ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@one ranks=0,1 count=2
 * says: calls MPI_Sendrecv with recvbuf = NULL (MPI_BOTTOM), which overlaps its sendbuf.
 * twin: aliased_bottom_beside.c
 */
#include <mpi.h>

#define N 4

/* Two numbers, that many behind the first. */
static MPI_Datatype at(int *numbers, int behind)
{
    MPI_Datatype type;
    MPI_Aint address;
    int two = 2;

    MPI_Get_address(numbers + behind, &address);
    MPI_Type_create_hindexed(1, &two, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv)
{
    int numbers[4 * N] = {0}, counts[2] = {1, 1}, displs[2] = {0, 0}, rank, i;
    MPI_Datatype from[2], to[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 2; i++) {
        from[i] = at(numbers, 2 * i);
        to[i] = at(numbers, 3 + 2 * i);
    }
    MPI_Alltoallw(MPI_BOTTOM, counts, displs, from, MPI_BOTTOM, counts, displs, to, MPI_COMM_WORLD); /* @pieces */
    MPI_Sendrecv(MPI_BOTTOM, 1, from[1], 1 - rank, 0, MPI_BOTTOM, 1, to[0], 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @both */
    MPI_Sendrecv(numbers, 4, MPI_INT, 1 - rank, 0, MPI_BOTTOM, 2, to[0], 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @one */
    for (i = 0; i < 2; i++) {
        MPI_Type_free(&from[i]);
        MPI_Type_free(&to[i]);
    }
    MPI_Finalize();
    return 0;
}
