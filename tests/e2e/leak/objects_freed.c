/*
 * Groups, ops, info objects, error handlers, keyvals and memory, each given
 * back: once, or as often as MPI gave its handle.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void handle(MPI_Comm *comm, int *error, ...)
{
    (void)comm;
    (void)error;
}

int main(int argc, char **argv)
{
    MPI_Group group, again, part, empty;
    MPI_Op op;
    MPI_Info info, copy, of_comm;
    MPI_Errhandler handler, got;
    MPI_Request request;
    int rank, keyval, window_keyval, zero = 0, value = 1, sum;
    void *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &again);
    MPI_Group_incl(group, 1, &zero, &part);
    MPI_Group_free(&group);
    MPI_Group_excl(again, 1, &zero, &group);
    MPI_Group_difference(part, again, &empty);
    if (empty != MPI_GROUP_EMPTY)
        MPI_Group_free(&empty);
    MPI_Group_free(&again);
    MPI_Group_free(&part);
    MPI_Group_free(&group);

    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Op_free(&op);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Info_create(&info);
    MPI_Info_dup(info, &copy);
    MPI_Info_free(&copy);
    MPI_Comm_get_info(MPI_COMM_WORLD, &of_comm);
    MPI_Info_free(&of_comm);

    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &got);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&got);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                           &keyval, 0);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN,
                          &window_keyval, 0);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    MPI_Comm_free_keyval(&keyval);
    MPI_Win_free_keyval(&window_keyval);

    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    MPI_Free_mem(memory);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
