/*
 * As other_kind.c, but each handle and each keyval is of its kind, also
 * predefined ones, and one number may be a keyval of several kinds.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static MPI_Comm unset;

int main(int argc, char **argv)
{
    int keyval, type_keyval, size, flag;
    void *value;
    MPI_Comm comm;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &size);
    MPI_Type_get_attr(MPI_INT, type_keyval, &value, &flag);
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &flag);
    MPI_Comm_delete_attr(comm, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Type_free_keyval(&type_keyval);
    unset = MPI_COMM_SELF;
    MPI_Comm_size(unset, &size);
    MPI_Comm_group(comm, &group);
    MPI_Group_size(group, &size);
    MPI_Group_free(&group);
    MPI_Group_size(MPI_GROUP_EMPTY, &size);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
