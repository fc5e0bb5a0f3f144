/*
 * Data that begin before the block of memory that malloc gave: by an index that
 * is too small, and by a datatype that goes backwards (MPI-4.1 3.2.4).  What
 * lies there is malloc's; an array of requests may lie so, too.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NO-MEMORY call=0@index
 * finding: ARG-NO-MEMORY call=0@backwards
 * finding: ARG-NO-MEMORY call=0@array
 * finding: ARG-NO-MEMORY call=1@receive
 * says: but its data begin 4 bytes before the block of memory there
 * says: but its data begin 8 bytes before the block of memory there
 * twin: in_block.c
 */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

/* Compilers would tell of the places otherwise. */
static volatile int before = 1;

int main(int argc, char **argv)
{
    int rank, *data = calloc(16, sizeof *data), *other = calloc(16, sizeof *data);
    MPI_Request *requests = malloc(2 * sizeof *requests);
    MPI_Datatype backwards;
    int64_t kept;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_hvector(3, 1, -8, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    if (rank == 0) {
        MPI_Send(data - before, 2, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @index */
        MPI_Send(data + 2, 1, backwards, 1, 0, /* @backwards */
                 MPI_COMM_WORLD);
    } else {
        MPI_Recv(other, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        kept = *(int64_t *)(void *)(data - 2 * before);
        MPI_Recv(data - 2 * before, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @receive */
                 MPI_STATUS_IGNORE);
        *(int64_t *)(void *)(data - 2 * before) = kept;
    }
    kept = (int64_t)(intptr_t)requests[-before];
    requests[-before] = requests[0] = MPI_REQUEST_NULL;
    MPI_Waitall(2, requests - before, MPI_STATUSES_IGNORE); /* @array */
    requests[-before] = (MPI_Request)(intptr_t)kept;
    MPI_Type_free(&backwards);
    free(requests);
    free(other);
    free(data);
    MPI_Finalize();
    return 0;
}
