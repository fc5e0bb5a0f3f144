/*
 * A group, an info object and an op are used after they were freed, by copies
 * of their handles.  (MPICH crashes at the info object.)
 *
 * np: 1
 * flavours: abi openmpi
 * verdict: error
 * finding: ARG-FREED-HANDLE call=0@group freed=0@free_group
 * finding: ARG-FREED-HANDLE call=0@info freed=0@free_info
 * finding: ARG-FREED-HANDLE call=0@op freed=0@free_op
 * twin: freed_objects_kept.c
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
    MPI_Group_free(&group); /* @free_group */
    MPI_Group_size(group_copy, &size); /* @group */
    MPI_Info_create(&info);
    info_copy = info;
    MPI_Info_free(&info); /* @free_info */
    MPI_Info_set(info_copy, "a", "b"); /* @info */
    MPI_Op_create(add, 1, &op);
    op_copy = op;
    MPI_Op_free(&op); /* @free_op */
    MPI_Op_commutative(op_copy, &commutes); /* @op */
    MPI_Finalize();
    return 0;
}
