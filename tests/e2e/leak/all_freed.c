/*
 * Requests, communicators, datatypes and windows, freed in each way there is.
 *
 * np: 2
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int values[32] = {1}, which, done, i, *base;
    MPI_Comm comm, half;
    MPI_Datatype inner, type;
    MPI_Request requests[3];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_split(comm, rank == 0 ? MPI_UNDEFINED : 1, 0, &half);
    if (half != MPI_COMM_NULL)
        MPI_Comm_free(&half);
    MPI_Type_contiguous(3, MPI_INT, &inner);
    MPI_Type_vector(2, 1, 3, inner, &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Isend(values, 1, type, 1, 0, comm, &requests[0]);
        MPI_Send_init(values, 1, MPI_INT, 1, 1, comm, &requests[1]);
        MPI_Start(&requests[1]);
        MPI_Isend(values, 1, MPI_INT, 1, 2, comm, &requests[2]);
        MPI_Request_free(&requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        MPI_Request_free(&requests[1]);
    } else {
        MPI_Irecv(values, 1, type, 0, 0, comm, &requests[0]);
        MPI_Irecv(&values[20], 1, MPI_INT, 0, 1, comm, &requests[1]);
        MPI_Irecv(&values[22], 1, MPI_INT, 0, 2, comm, &requests[2]);
        for (i = 0; i < 3; i++)
            MPI_Waitany(3, requests, &which, MPI_STATUS_IGNORE);
        MPI_Irecv(values, 1, MPI_INT, 0, 99, comm, &requests[0]);
        MPI_Cancel(&requests[0]);
        do
            MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
        while (!done);
    }
    MPI_Type_free(&type);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &base, &win);
    MPI_Comm_free(&comm);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    MPI_Rput(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
