/*
 * A datatype and an operation are freed while a reduction is pending, which
 * gives the datatype to the program's function: that may ask for its size.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdbool.h>

struct pair {
    int value[2];
};

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct pair *a = in, *b = inout;
    int i, size;
    MPI_Aint lower, extent;

    MPI_Type_size(*type, &size);
    MPI_Type_get_extent(*type, &lower, &extent);
    if (size != (int)sizeof *a || extent != (MPI_Aint)sizeof *a)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (i = 0; i < *count; i++) {
        b[i].value[0] += a[i].value[0];
        b[i].value[1] += a[i].value[1];
    }
}

int main(int argc, char **argv)
{
    struct pair mine = {{1, 2}}, sum = {{0, 0}};
    MPI_Datatype type;
    MPI_Op op;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, true, &op);
    MPI_Iallreduce(&mine, &sum, 1, type, op, MPI_COMM_WORLD, &request);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return sum.value[0] != 2 || sum.value[1] != 4;
}
