/*
 * A group, an op, an info object, an error handler, a keyval and memory that
 * MPI made and that is never given back.
 *
 * np: 2
 * verdict: warning
 * options: --notes
 * finding: LEAK-GROUP call=*@group ranks=0,1 count=2
 * finding: LEAK-GROUP call=1@incl
 * finding: LEAK-OP call=*@op ranks=0,1 count=2
 * finding: LEAK-INFO call=*@info ranks=0,1 count=2
 * finding: LEAK-INFO call=*@info_dup ranks=0,1 count=6
 * finding: LEAK-ERRHANDLER call=*@handler ranks=0,1 count=2
 * finding: LEAK-KEYVAL call=*@keyval ranks=0,1 count=2
 * finding: LEAK-MEMORY call=*@memory ranks=0,1 count=2
 * twin: objects_freed.c
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
    MPI_Group group, part;
    MPI_Op op;
    MPI_Info info, copy;
    MPI_Errhandler handler;
    MPI_Comm_copy_attr_function *no_copy = MPI_COMM_NULL_COPY_FN;
    MPI_Comm_delete_attr_function *no_delete = MPI_COMM_NULL_DELETE_FN;
    int rank, keyval, zero = 0, i;
    void *memory;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &group); /* @group */
    if (rank == 1)
        MPI_Group_incl(group, 1, &zero, &part); /* @incl */
    MPI_Op_create(add, 1, &op);                 /* @op */
    MPI_Info_create(&info);                     /* @info */
    MPI_Info_set(info, "no_locks", "true");
    for (i = 0; i < 3; i++)
        MPI_Info_dup(info, &copy);                /* @info_dup */
    MPI_Comm_create_errhandler(handle, &handler); /* @handler */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_create_keyval(no_copy, no_delete, &keyval, 0); /* @keyval */
    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);              /* @memory */
    MPI_Finalize();
    return 0;
}
