/*
 * Null handles, null pointers and ranks that look wrong where they are right:
 * conversions, neighbours that there are not, nothing to send, MPI_NO_OP.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static void convert(void)
{
#ifndef MPI_ABI_VERSION
    MPI_Comm_c2f(MPI_COMM_NULL);
    MPI_Group_c2f(MPI_GROUP_NULL);
    MPI_Type_c2f(MPI_DATATYPE_NULL);
    MPI_Op_c2f(MPI_OP_NULL);
    MPI_Win_c2f(MPI_WIN_NULL);
    MPI_Request_c2f(MPI_REQUEST_NULL);
#else
    MPI_Comm_toint(MPI_COMM_NULL);
    MPI_Type_toint(MPI_DATATYPE_NULL);
    MPI_Info_toint(MPI_INFO_NULL);
#endif
}

static void exchange(int rank)
{
    const int none[2] = {0, 0}, one[2] = {0, 1}, only[1] = {1}, open[1] = {0};
    const int two[1] = {2};
    MPI_Comm line, point;
    int send[2] = {0}, in[2];

    MPI_Alltoallv(NULL, none, none, MPI_INT, in, none, none, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Allgatherv(rank == 0 ? NULL : send, rank, MPI_INT, in, one, none,
                   MPI_INT, MPI_COMM_WORLD);
    MPI_Gather(send, 1, MPI_INT, rank == 0 ? in : NULL, 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    MPI_Sendrecv(NULL, 1, MPI_INT, MPI_PROC_NULL, 0, in, 1, MPI_INT,
                 MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Cart_create(MPI_COMM_SELF, 1, only, open, 0, &point);
    MPI_Neighbor_alltoall(NULL, 1, MPI_INT, NULL, 1, MPI_INT, point);
    MPI_Cart_create(MPI_COMM_WORLD, 1, two, open, 0, &line);
    MPI_Neighbor_alltoall(send, 1, MPI_INT, in, 1, MPI_INT, line);
    MPI_Comm_free(&line);
    MPI_Comm_free(&point);
}

static void access_window(int rank)
{
    MPI_Group group;
    MPI_Aint size;
    MPI_Win win;
    int *base, *first, unit, value, ranks[2] = {MPI_PROC_NULL, 1}, same[2];

    MPI_Win_allocate_shared(sizeof *base, sizeof *base, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    *base = rank;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &first);
    MPI_Win_get_group(win, &group);
    MPI_Group_translate_ranks(group, 2, ranks, group, same);
    MPI_Group_free(&group);
    MPI_Win_fence(0, win);
    MPI_Put(NULL, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, 1 - rank, 0, 1,
                       MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* each MPI refuses some of it */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    convert();
    exchange(rank);
    access_window(rank);
    MPI_Finalize();
    return 0;
}
