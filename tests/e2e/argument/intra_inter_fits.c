/*
 * The same calls with communicators that they are for; and what both may be
 * given.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, sum, number, flag;
    MPI_Comm comm, inter, joined, made;
    MPI_Group group, remote;
    MPI_Request request;
    MPI_Win win;
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Intercomm_create(comm, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_test_inter(inter, &flag);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
    MPI_Comm_remote_size(inter, &number);
    MPI_Comm_remote_group(inter, &remote);
    MPI_Comm_dup(inter, &made);
    MPI_Comm_free(&made);
    MPI_Intercomm_merge(inter, rank, &joined);
    MPI_Comm_group(joined, &group);
    MPI_Graph_create(joined, 1, (int[]){0}, (int[]){0}, 0, &made);
    if (made != MPI_COMM_NULL)
        MPI_Comm_free(&made);
    MPI_Dist_graph_create_adjacent(joined, 0, (int[]){0}, MPI_UNWEIGHTED, 0, (int[]){0}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
    MPI_Comm_free(&made);
    MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, joined);
    MPI_Iscan(&one, &sum, 1, MPI_INT, MPI_SUM, joined, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_create_group(joined, group, 0, &made);
    MPI_Comm_free(&made);
    MPI_Win_allocate_shared(16, 1, MPI_INFO_NULL, joined, &base, &win);
    MPI_Win_free(&win);
    MPI_Cart_map(joined, 1, (int[]){1}, (int[]){0}, &number);
    MPI_Group_free(&group);
    MPI_Group_free(&remote);
    MPI_Comm_free(&joined);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return flag != 1;
}
