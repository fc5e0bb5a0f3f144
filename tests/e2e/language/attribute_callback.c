/*
 * Copy and delete functions of attributes that call MPI, one of them from
 * within MPI_Finalize.  Each call is seen once.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=14 1=14
 */
#include <mpi.h>
#include <stddef.h>

/* The attribute of a communicator is a communicator of its own. */
static int copy_function(MPI_Comm comm, int keyval, void *extra, void *value,
                         void *new_value, int *flag)
{
    static MPI_Comm copies[4];
    static int used;

    (void)comm;
    (void)keyval;
    (void)extra;
    MPI_Comm_dup(*(MPI_Comm *)value, &copies[used]);
    *(MPI_Comm **)new_value = &copies[used++];
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_function(MPI_Comm comm, int keyval, void *value,
                           void *extra)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    return MPI_Comm_free(value);
}

int main(int argc, char **argv)
{
    int keyval;
    MPI_Comm attribute, user, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_keyval(copy_function, delete_function, &keyval, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &attribute);
    MPI_Comm_dup(MPI_COMM_WORLD, &user);
    MPI_Comm_set_attr(user, keyval, &attribute);
    MPI_Comm_dup(user, &copy); /* calls copy_function: MPI_Comm_dup */
    MPI_Comm_free(&user);      /* calls delete_function: MPI_Comm_free */
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &copy);
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize(); /* calls delete_function, and that once more */
    return 0;
}
