/* Datatype objects: finding, holding and counting them. */
#include "datatype.h"
#include "datatype_layout.h"
#include "datatype_predefined.h"

#include <limits.h>
#include <stdlib.h>

struct refmpi_datatype *refmpi_datatype_get(MPI_Datatype handle)
{
    if ((uintptr_t)handle < REFMPI_FIRST_POINTER)
        return refmpi_datatype_predefined((uintptr_t)handle);
    if (!refmpi_is_object(handle, REFMPI_MAGIC_DATATYPE))
        return NULL;
    return (struct refmpi_datatype *)handle;
}

bool refmpi_datatype_is_predefined(const struct refmpi_datatype *type)
{
    return type->predefined ||
           type->contents.combiner == MPI_COMBINER_F90_REAL ||
           type->contents.combiner == MPI_COMBINER_F90_COMPLEX ||
           type->contents.combiner == MPI_COMBINER_F90_INTEGER;
}

void refmpi_datatype_retain(struct refmpi_datatype *type)
{
    if (!type->predefined)
        __atomic_fetch_add(&type->object.references, 1, __ATOMIC_RELAXED);
}

void refmpi_contents_free(struct refmpi_contents *contents)
{
    for (MPI_Count i = 0; i < contents->type_count; i++)
        refmpi_datatype_release(refmpi_datatype_get(contents->types[i]));
    free(contents->types);
    free(contents->integers);
    free(contents->addresses);
    free(contents->counts);
    *contents = (struct refmpi_contents){0};
}

void refmpi_datatype_release(struct refmpi_datatype *type)
{
    if (type->predefined ||
        __atomic_sub_fetch(&type->object.references, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    type->object.magic = 0;
    refmpi_contents_free(&type->contents);
    refmpi_layout_release(type->layout);
    free(type);
}

int refmpi_datatype_check(MPI_Count count, MPI_Datatype handle,
                          struct refmpi_datatype **type)
{
    struct refmpi_datatype *found = refmpi_datatype_get(handle);

    if (count < 0)
        return MPI_ERR_COUNT;
    if (found == NULL || !found->committed)
        return MPI_ERR_TYPE;
    if (found->size > 0 && count > INT64_MAX / found->size)
        return MPI_ERR_COUNT;
    *type = found;
    return MPI_SUCCESS;
}

bool refmpi_datatype_lacks_buffer(const void *buffer, MPI_Count count,
                                  const struct refmpi_datatype *type)
{
    return count > 0 && type->size > 0 &&
           (buffer == MPI_IN_PLACE || (buffer == NULL && type->predefined));
}

MPI_Count refmpi_datatype_count(const struct refmpi_datatype *type,
                                MPI_Count bytes)
{
    if (type->size == 0)
        return bytes == 0 ? 0 : MPI_UNDEFINED;
    return bytes % type->size == 0 ? bytes / type->size : MPI_UNDEFINED;
}

struct element_tally {
    MPI_Count elements;
    bool broken; /* an element is there in part */
};

static bool tally_elements(const struct refmpi_segment *segment, void *argument)
{
    struct element_tally *tally = argument;
    MPI_Count bytes = segment->length * segment->blocks;
    MPI_Count size = refmpi_datatype_predefined(segment->basic)->size;

    tally->elements += bytes / size;
    tally->broken = bytes % size != 0;
    return !tally->broken;
}

MPI_Count refmpi_datatype_elements(const struct refmpi_datatype *type,
                                   MPI_Count bytes)
{
    struct element_tally tally = {0, false};

    if (type->size == 0)
        return bytes == 0 ? 0 : MPI_UNDEFINED;
    tally.elements = bytes / type->size * type->layout->elements;
    refmpi_datatype_visit(type, 1, NULL, 0, bytes % type->size, true,
                          tally_elements, &tally);
    return tally.broken ? MPI_UNDEFINED : tally.elements;
}

struct element_walk {
    MPI_Count wanted, bytes;
};

static bool pass_elements(const struct refmpi_segment *segment, void *argument)
{
    struct element_walk *walk = argument;
    MPI_Count size = refmpi_datatype_predefined(segment->basic)->size;
    MPI_Count passed = segment->length * segment->blocks / size;

    if (passed > walk->wanted)
        passed = walk->wanted;
    walk->wanted -= passed;
    walk->bytes += passed * size;
    return walk->wanted > 0;
}

MPI_Count refmpi_datatype_elements_size(const struct refmpi_datatype *type,
                                        MPI_Count elements)
{
    MPI_Count each = type->layout->elements;
    struct element_walk walk;

    if (type->size == 0 || each == 0)
        return 0;
    walk = (struct element_walk){elements % each, elements / each * type->size};
    if (walk.wanted > 0)
        refmpi_datatype_visit(type, 1, NULL, 0, type->size, true, pass_elements,
                              &walk);
    return walk.bytes;
}
