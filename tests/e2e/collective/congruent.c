/*
 * Communicators of the same processes are still several: operations on them
 * may begin in any order; they are duplicated while others are pending, and
 * freed while operations on them are.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static int rank, one = 1, two, sum;

static void in_any_order(void)
{
    MPI_Comm dup, made;
    MPI_Group group;
    MPI_Request requests[2];

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &made);
    if (rank == 0)
        MPI_Ibarrier(dup, &requests[0]);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made, &requests[1]);
    if (rank == 1)
        MPI_Ibarrier(dup, &requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) {
        MPI_Isend(&one, 1, MPI_INT, 1, 0, dup, &requests[0]);
        MPI_Isend(&one, 1, MPI_INT, 1, 0, made, &requests[1]);
    } else {
        MPI_Irecv(&two, 1, MPI_INT, 0, 0, made, &requests[0]);
        MPI_Irecv(&sum, 1, MPI_INT, 0, 0, dup, &requests[1]);
    }
    MPI_Group_free(&group);
    MPI_Comm_free(&made);
    MPI_Comm_free(&dup);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void dups_at_once(void)
{
    MPI_Comm first, second, third;
    MPI_Request requests[2];
    int done = 0;

    MPI_Comm_idup(MPI_COMM_WORLD, &first, &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &second, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Barrier(second);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_idup(first, &third, &requests[0]);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, first);
    while (!done)
        MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    MPI_Bcast(&one, 1, MPI_INT, 1, third);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Comm_free(&third);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in_any_order();
    dups_at_once();
    MPI_Finalize();
    return 0;
}
