/*
 * What is to be freed last is freed by functions of attributes of
 * MPI_COMM_SELF, which MPI_Finalize calls: they end with that, by a jump.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define JUMPS __attribute__((noinline, optimize("O2", "optimize-sibling-calls")))

static MPI_Comm comm;
static MPI_Datatype datatype;

JUMPS static int free_comm(MPI_Comm self, int keyval, void *value, void *extra)
{
    (void)self;
    (void)keyval;
    (void)value;
    (void)extra;
    return MPI_Comm_free(&comm);
}

JUMPS static int free_datatype(MPI_Comm self, int keyval, void *value, void *extra)
{
    (void)self;
    (void)keyval;
    (void)value;
    (void)extra;
    return MPI_Type_free(&datatype);
}

static void at_end(MPI_Comm_delete_attr_function *function)
{
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, function, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    MPI_Comm_free_keyval(&keyval);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    at_end(free_comm);
    MPI_Type_contiguous(2, MPI_INT, &datatype);
    at_end(free_datatype);
    MPI_Finalize();
    return 0;
}
