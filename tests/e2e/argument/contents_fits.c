/*
 * The contents of datatypes of every constructor, in arrays that are as long as
 * MPI_Type_get_envelope says.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 3

static void look_into(MPI_Datatype *type)
{
    int integers[32], numbers[3], combiner;
    MPI_Aint addresses[32];
    MPI_Datatype types[32];
    int i;

    MPI_Type_get_envelope(*type, &numbers[0], &numbers[1], &numbers[2], &combiner);
    MPI_Type_get_contents(*type, numbers[0], numbers[1], numbers[2], integers, addresses, types);
    for (i = 0; i < numbers[2]; i++) {
        int unused[3];

        MPI_Type_get_envelope(types[i], &unused[0], &unused[1], &unused[2], &combiner);
        if (combiner != MPI_COMBINER_NAMED)
            MPI_Type_free(&types[i]);
    }
    MPI_Type_free(type);
}

int main(int argc, char **argv)
{
    int lengths[COUNT] = {1, 2, 1}, starts[COUNT] = {0, 4, 8};
    int sizes[COUNT] = {4, 4, 4}, one[COUNT] = {1, 1, 1}, how[COUNT], with[COUNT];
    MPI_Aint displs[COUNT] = {0, 16, 64};
    MPI_Datatype olds[COUNT] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, type, vector;
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < COUNT; i++) {
        how[i] = MPI_DISTRIBUTE_BLOCK;
        with[i] = MPI_DISTRIBUTE_DFLT_DARG;
    }
    MPI_Type_dup(MPI_INT, &type);
    look_into(&type);
    MPI_Type_contiguous(3, MPI_INT, &type);
    look_into(&type);
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_hvector(2, 1, 30, MPI_INT, &type);
    look_into(&type);
    MPI_Type_indexed(COUNT, lengths, starts, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_hindexed(COUNT, lengths, displs, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_indexed_block(COUNT, 2, starts, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_hindexed_block(COUNT, 2, displs, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_struct(COUNT, lengths, displs, olds, &type);
    look_into(&type);
    MPI_Type_create_subarray(COUNT, sizes, one, one, MPI_ORDER_C, MPI_INT, &type);
    look_into(&type);
    MPI_Type_create_darray(1, 0, COUNT, sizes, how, with, one, MPI_ORDER_C, MPI_INT, &type);
    look_into(&type);
    MPI_Type_vector(2, 1, 3, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, 100, &type);
    MPI_Type_free(&vector);
    look_into(&type);
    MPI_Finalize();
    return 0;
}
