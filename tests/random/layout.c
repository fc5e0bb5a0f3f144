/*
 * layout.c - integers with equal signatures and unequal type maps.
 */
#include "random.h"

#include <stdlib.h>

enum { PLAIN, CONTIGUOUS, STRIDED, STRUCT, SPACED, REVERSED };

static int place(const struct layout *layout, int i)
{
    switch (layout->kind) {
    case STRIDED:
        return 2 * i;
    case STRUCT:
        return i < layout->count / 2 ? i : i + 3;
    case SPACED:
        return 3 * i;
    case REVERSED:
        return layout->count - 1 - i;
    default:
        return i;
    }
}

struct layout layout_make(int kind, int count)
{
    struct layout layout = {kind, count, MPI_INT, count};
    int lengths[2] = {count / 2, count - count / 2}, i;
    MPI_Aint displacements[2] = {0, (MPI_Aint)sizeof(int) * (count / 2 + 3)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    int *places = malloc(sizeof *places * (size_t)(count + 1));

    for (i = 0; i < count; i++)
        places[i] = place(&layout, i);
    if (kind == CONTIGUOUS)
        MPI_Type_contiguous(count, MPI_INT, &layout.type);
    else if (kind == STRIDED)
        MPI_Type_vector(count, 1, 2, MPI_INT, &layout.type);
    else if (kind == STRUCT)
        MPI_Type_create_struct(2, lengths, displacements, types, &layout.type);
    else if (kind == SPACED)
        MPI_Type_create_resized(MPI_INT, 0, 3 * (MPI_Aint)sizeof(int),
                                &layout.type);
    else if (kind == REVERSED)
        MPI_Type_create_indexed_block(count, 1, places, MPI_INT, &layout.type);
    free(places);
    if (layout.type == MPI_INT)
        return layout;
    MPI_Type_commit(&layout.type);
    if (kind != SPACED)
        layout.type_count = 1;
    return layout;
}

void layout_free(struct layout *layout)
{
    if (layout->type != MPI_INT)
        MPI_Type_free(&layout->type);
}

int *layout_buffer(const struct layout *layout)
{
    return calloc((size_t)layout->count * 3 + 4, sizeof(int));
}

void layout_fill(const struct layout *layout, int *buffer, int first)
{
    int i;

    for (i = 0; i < layout->count; i++)
        buffer[place(layout, i)] = first + i;
}

bool layout_holds(const struct layout *layout, const int *buffer, int first)
{
    int i;

    for (i = 0; i < layout->count; i++)
        if (buffer[place(layout, i)] != first + i)
            return false;
    return true;
}
