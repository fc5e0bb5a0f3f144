/* np: 2 */
/*
 * A duplicate whose attributes cannot be copied is not made, and messages
 * that have arrived on other communicators are none of its business.
 */
#include "check.h"

static int refuse(MPI_Comm comm, int keyval, void *extra, void *value,
                  void *copy, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    (void)value;
    (void)copy;
    (void)flag;
    return MPI_ERR_OTHER;
}

int main(int argc, char **argv)
{
    int key, value = 7, got = 0;
    MPI_Comm comm, copy;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    if (world_rank() == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &key, NULL);
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        MPI_Comm_set_attr(comm, key, &value);
        MPI_Probe(0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(MPI_Comm_dup(comm, &copy) != MPI_SUCCESS);
        CHECK(MPI_Comm_idup(comm, &copy, &request) != MPI_SUCCESS);
        MPI_Recv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == 7);
        MPI_Comm_delete_attr(comm, key);
        MPI_Comm_free(&comm);
        MPI_Comm_free_keyval(&key);
    }
    MPI_Finalize();
    return 0;
}
