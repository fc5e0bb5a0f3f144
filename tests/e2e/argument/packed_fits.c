/*
 * What is packed fits to the byte, also in external32, where some types have
 * another size; and so it does where MPI_Pack_size says how much there is.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static void pack(MPI_Datatype type, int count)
{
    static char data[1024];
    int position = 0, size;
    char *buffer;

    MPI_Pack_size(count, type, MPI_COMM_SELF, &size);
    buffer = malloc((size_t)size);
    MPI_Pack(data, count, type, buffer, size, &position, MPI_COMM_SELF);
    size = position;
    position = 0;
    MPI_Unpack(buffer, size, &position, data, count, type, MPI_COMM_SELF);
    free(buffer);
}

static void pack_external(MPI_Datatype type, int count)
{
    static char data[1024];
    MPI_Aint position = 0, size;
    char *buffer;

    MPI_Pack_external_size("external32", count, type, &size);
    buffer = malloc((size_t)size);
    MPI_Pack_external("external32", data, count, type, buffer, size, &position);
    size = position;
    position = 0;
    MPI_Unpack_external("external32", buffer, size, &position, data, count, type);
    free(buffer);
}

int main(int argc, char **argv)
{
    struct item {
        int number;
        char letter;
    } items[2] = {{0}};
    char buffer[256] = {0};
    int data[8] = {0}, position = 0, i;
    MPI_Aint displs[] = {offsetof(struct item, number), offsetof(struct item, letter)};
    MPI_Datatype type, types[] = {MPI_INT, MPI_CHAR}, resized;
    MPI_Datatype all[] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_FLOAT, MPI_DOUBLE,
                          MPI_LONG_DOUBLE, MPI_C_BOOL, MPI_AINT, MPI_INT64_T, MPI_C_DOUBLE_COMPLEX};

    MPI_Init(&argc, &argv);
    for (i = 0; i < (int)(sizeof all / sizeof all[0]); i++) {
        pack(all[i], 3);
        pack_external(all[i], 3);
    }
    MPI_Type_create_struct(2, (int[]){1, 1}, displs, types, &type);
    MPI_Type_create_resized(type, 0, sizeof items[0], &resized);
    MPI_Type_commit(&resized); /* which is not needed to pack; Open MPI needs it */
    pack(resized, 2);
    MPI_Pack(data, 4, MPI_INT, buffer, 32, &position, MPI_COMM_SELF);
    MPI_Pack(data, 4, MPI_INT, buffer, 32, &position, MPI_COMM_SELF);
    MPI_Pack(data, 0, MPI_INT, buffer, 32, &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(buffer, 32, &position, data, 7, MPI_INT, MPI_COMM_SELF);
    MPI_Unpack(buffer, 32, &position, data, 1, MPI_INT, MPI_COMM_SELF);
    MPI_Type_free(&type);
    MPI_Type_free(&resized);
    MPI_Type_vector(2, 2, 3, MPI_LONG, &type);
    MPI_Type_commit(&type);
    pack_external(type, 2);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
