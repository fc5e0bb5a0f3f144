/*
 * As freed_objects.c, but they are freed after their last use.
 *
 * np: 1
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

int main(int argc, char **argv)
{
    MPI_Group group, group_copy;
    MPI_Info info, info_copy;
    MPI_Op op, op_copy;
    int size, commutes;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    group_copy = group;
    MPI_Group_size(group_copy, &size);
    MPI_Info_create(&info);
    info_copy = info;
    MPI_Info_set(info_copy, "a", "b");
    MPI_Op_create(add, 1, &op);
    op_copy = op;
    MPI_Op_commutative(op_copy, &commutes);
    MPI_Group_free(&group);
    MPI_Info_free(&info);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
