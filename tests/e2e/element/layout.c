/*
 * Datatypes for structs that forget the padding: in front of a member, and at
 * the end, where the next item begins.
 *
 * np: 1
 * verdict: warning
 * finding: BUFFER-TYPE-MISMATCH call=0@member
 * finding: BUFFER-TYPE-MISMATCH call=0@heap
 * finding: BUFFER-TYPE-MISMATCH call=0@item
 * says: MPI_DOUBLE where the program has padding: byte 4 of buffer is byte 4 of one (layout.c:34).
 * says: by the type of many (layout.c:36): byte 4 of buffer is byte 4 of an item
 * says: MPI_DOUBLE where the program has padding: byte 9 of buffer is byte 9 of pairs
 * twin: layout_clean.c
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct sample {
    int number;
    double values[3];
};
struct pair {
    double value;
    char mark;
};

#define SECOND sizeof(int)
#define ITEM   (sizeof(double) + sizeof(char))

int main(int argc, char **argv)
{
    int lengths[2] = {1, 3}, ones[2] = {1, 1};
    struct sample one = {1, {2, 3, 4}};
    struct pair pairs[4] = {{1, 'a'}, {2, 'b'}};
    struct sample *many = calloc(4, sizeof *many);
    MPI_Aint displacements[2] = {0, SECOND}, marks[2] = {0, offsetof(struct pair, mark)};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, others[2] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype sample, plain, item;

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(2, lengths, displacements, types, &sample);
    MPI_Type_commit(&sample);
    MPI_Bcast(&one, 1, sample, 0, MPI_COMM_WORLD); /* @member */
    MPI_Bcast(many, 1, sample, 0, MPI_COMM_WORLD); /* @heap */
    MPI_Type_create_struct(2, ones, marks, others, &plain);
    MPI_Type_create_resized(plain, 0, ITEM, &item);
    MPI_Type_commit(&item);
    MPI_Bcast(pairs, 4, item, 0, MPI_COMM_WORLD); /* @item */
    MPI_Type_free(&sample);
    MPI_Type_free(&plain);
    MPI_Type_free(&item);
    MPI_Finalize();
    free(many);
    return 0;
}
