/*
 * Functions of attributes that end with a call of MPI, by a jump, as an
 * optimizing compiler makes them: the call returns into the MPI library, which
 * has called the function, and is the program's nevertheless.
 *
 * np: 1
 * verdict: clean
 * calls: 0=11
 */
#include <mpi.h>
#include <stddef.h>

#define JUMPS __attribute__((noinline, optimize("O2", "optimize-sibling-calls")))

static MPI_Comm kept;

JUMPS static int copy_function(MPI_Comm comm, int keyval, void *extra, void *value,
                               void *new_value, int *flag)
{
    (void)keyval;
    (void)extra;
    *(void **)new_value = value;
    *flag = 1;
    return MPI_Comm_dup(MPI_COMM_SELF, &kept);
}

JUMPS static int delete_function(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    (void)value;
    return kept == MPI_COMM_NULL ? MPI_SUCCESS : MPI_Comm_free(&kept);
}

int main(int argc, char **argv)
{
    int keyval, value = 1;
    MPI_Comm user, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_keyval(copy_function, delete_function, &keyval, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &user);
    MPI_Comm_set_attr(user, keyval, &value);
    MPI_Comm_dup(user, &copy); /* calls copy_function: MPI_Comm_dup */
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&user); /* calls delete_function: MPI_Comm_free */
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
