/*
 * What looks wrong, and is not: nobody looks at it, or the standard allows
 * it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static void messages(int rank)
{
    int in = 0, out = rank, peer = 1 - rank;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Aint address;
    MPI_Datatype type, inner;
    int length = 1;

    MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(NULL, 0, MPI_INT, peer, 32767, NULL, 0, MPI_INT,
                 MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    /* at MPI_BOTTOM, of a type made of one that is not committed */
    MPI_Get_address(&in, &address);
    MPI_Type_contiguous(1, MPI_INT, &inner);
    MPI_Type_create_hindexed(1, &length, &address, inner, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&out, 1, MPI_INT, peer, 0, MPI_BOTTOM, 1, type, peer, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&inner);
    MPI_Type_free(&type);
}

static void collectives(int rank)
{
    int all[2] = {rank, rank}, counts[2] = {1, 1}, displs[2] = {0, 1};
    int root = rank == 0, out = rank;
    MPI_Comm comm, copy;

    MPI_Gather(&out, 1, MPI_INT, root ? all : NULL, root ? 1 : -1,
               root ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Gatherv(&out, 1, MPI_INT, root ? all : NULL, root ? counts : NULL,
                root ? displs : NULL, root ? MPI_INT : MPI_DATATYPE_NULL, 0,
                MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT,
                  MPI_COMM_WORLD);
    if (root)
        MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, 0,
                    MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, &out, 1, MPI_INT, 0,
                    MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, root ? 0 : MPI_UNDEFINED, -1, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    /* a handle may come back */
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    copy = comm;
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    if (comm == copy)
        MPI_Barrier(copy);
    MPI_Comm_free(&comm);
}

/* Two groups of one: only the leader, here each, knows the other group. */
static void intercommunicator(int rank)
{
    int number = rank, sum = 0;
    MPI_Comm inter;

    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 7,
                         &inter);
    MPI_Bcast(&number, 1, MPI_INT,
              rank == 0 ? MPI_ROOT : 0, inter);
    MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM,
               rank == 0 ? MPI_ROOT : 0, inter);
    MPI_Gather(rank == 0 ? NULL : &number, rank == 0 ? -1 : 1,
               rank == 0 ? MPI_DATATYPE_NULL : MPI_INT,
               rank == 0 ? &number : NULL, rank == 0 ? 1 : -1,
               rank == 0 ? MPI_INT : MPI_DATATYPE_NULL,
               rank == 0 ? MPI_ROOT : 0, inter);
    MPI_Comm_free(&inter);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    messages(rank);
    collectives(rank);
    intercommunicator(rank);
    MPI_Finalize();
    return 0;
}
