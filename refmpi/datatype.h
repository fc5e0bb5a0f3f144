/*
 * Datatypes: the type maps behind MPI_Datatype handles, and the engine that
 * walks them. Point-to-point, collectives and RMA all move data through the
 * functions declared here.
 *
 * A type map is kept as a small tree (struct refmpi_layout) which the derived
 * types share with the types they were made from, so that a type costs memory
 * by the number of its constructor's arguments, not by the number of its
 * bytes. The data of `count` elements of a type is thought of as one packed
 * stream of count * size bytes; every walk starts at any byte of that stream.
 */
#ifndef REFMPI_DATATYPE_H
#define REFMPI_DATATYPE_H

#include "internal.h"


enum refmpi_layout_kind {
    REFMPI_LAYOUT_RUN,    /* blocks of one basic type at a constant stride */
    REFMPI_LAYOUT_REPEAT, /* one child, count times, at a constant stride */
    REFMPI_LAYOUT_LIST,   /* children at offsets of their own */
};

struct refmpi_layout;

struct refmpi_layout_entry {
    MPI_Count offset; /* in memory, from the start of the list */
    MPI_Count before; /* bytes of the packed stream before this entry */
    struct refmpi_layout *child;
};

/* A node of a type map. Immutable once made, shared by reference count. */
struct refmpi_layout {
    atomic_int references;
    enum refmpi_layout_kind kind;
    bool solid;        /* in pack order, one ascending run without gaps */
    MPI_Count size;    /* bytes of data, all blocks and children */
    MPI_Count first;   /* offset of the first byte in pack order */
    MPI_Count lowest;  /* offset of the lowest byte; 0 if no data */
    MPI_Count highest; /* one past the offset of the highest byte; 0 likewise */
    MPI_Count elements; /* number of basic elements */
    MPI_Count count;    /* RUN: blocks; REPEAT: copies; LIST: entries */
    MPI_Count stride;   /* RUN, REPEAT: bytes from one to the next */
    MPI_Count length;   /* RUN: bytes of a block */
    unsigned basic;     /* RUN: handle value of the basic type */
    struct refmpi_layout *child;         /* REPEAT */
    struct refmpi_layout_entry *entries; /* LIST */
};

/* What a constructor was called with, for MPI_Type_get_contents. */
struct refmpi_contents {
    int combiner;
    MPI_Count integer_count, address_count, large_count, type_count;
    int *integers;
    MPI_Aint *addresses;
    MPI_Count *counts;
    MPI_Datatype *types;
};

struct refmpi_datatype {
    struct object object; /* first, as in every object */
    bool predefined;
    bool committed;
    bool contiguous; /* solid from offset 0, and extent == size */
    bool marked_lb;  /* lb, ub were set by MPI_Type_create_resized here or */
    bool marked_ub;  /* in a component: they outweigh unmarked components */
    int alignment;   /* the strictest of the basic types */
    MPI_Count size;
    MPI_Count lb;
    MPI_Count extent;
    MPI_Count true_lb;
    MPI_Count true_extent;
    /* The one predefined type (pair types included) this type is made of, or
     * MPI_DATATYPE_NULL if there are several. */
    MPI_Datatype leaf;
    struct refmpi_layout *layout;
    struct refmpi_contents contents;
    struct attribute *attributes; /* owned by the attribute module */
    char name[MPI_MAX_OBJECT_NAME];
};

/*
 * The object behind a handle, NULL if the handle is MPI_DATATYPE_NULL or not
 * a live datatype. Predefined handles are small numbers, others pointers.
 */
struct refmpi_datatype *refmpi_datatype_get(MPI_Datatype handle);

/* The handle of an object; inverse of refmpi_datatype_get. */
MPI_Datatype refmpi_datatype_handle(struct refmpi_datatype *type);

/*
 * Whether the type is predefined in the standard's sense: named, or made by
 * MPI_Type_create_f90_*. Such types cannot be freed, and reductions take them.
 */
bool refmpi_datatype_is_predefined(const struct refmpi_datatype *type);

/*
 * A pending operation holds its datatype: MPI_Type_free of a type in use must
 * not disturb it. No effect on predefined types.
 */
void refmpi_datatype_retain(struct refmpi_datatype *type);
void refmpi_datatype_release(struct refmpi_datatype *type);
/* Releases what is in it. */
void refmpi_contents_free(struct refmpi_contents *contents);

/*
 * MPI_SUCCESS if (count, handle) may be used in communication, else the error
 * class: MPI_ERR_COUNT (also for more bytes than can be counted), MPI_ERR_TYPE
 * (null, freed, not committed). On success
 * *type is set.
 */
int refmpi_datatype_check(MPI_Count count, MPI_Datatype handle,
                          struct refmpi_datatype **type);

/*
 * Whether there is no buffer for data: MPI_IN_PLACE, or a null pointer.
 * MPI_BOTTOM, too, is one, but goes with derived types, whose displacements may
 * be addresses.
 */
bool refmpi_datatype_lacks_buffer(const void *buffer, MPI_Count count,
                                  const struct refmpi_datatype *type);

/*
 * Where the data of `count` elements at `buffer` lies if it is one run of
 * memory in pack order; false if it is not. The common case: callers then use
 * memcpy or process_vm_readv without walking.
 */
bool refmpi_datatype_run(const struct refmpi_datatype *type, MPI_Count count,
                         const void *buffer, void **start);

/*
 * Copies bytes [position, position + length) of the packed stream of `count`
 * elements at `buffer` to or from `packed` (which holds just those bytes).
 * The range is cut at the end of the stream; the number of bytes copied is
 * returned.
 */
MPI_Count refmpi_datatype_pack(const struct refmpi_datatype *type,
                               MPI_Count count, const void *buffer,
                               MPI_Count position, void *packed,
                               MPI_Count length);
MPI_Count refmpi_datatype_unpack(const struct refmpi_datatype *type,
                                 MPI_Count count, void *buffer,
                                 MPI_Count position, const void *packed,
                                 MPI_Count length);

/* A piece of a walk: `blocks` blocks of `length` bytes, `stride` apart. */
struct refmpi_segment {
    char *address;
    MPI_Count length;
    MPI_Count blocks;
    MPI_Count stride;
    unsigned basic; /* handle value of the basic type; 0 if not asked for */
};

/* Called for each piece in pack order; false ends the walk. */
typedef bool refmpi_segment_visitor(const struct refmpi_segment *segment,
                                    void *argument);

/*
 * Walks bytes [position, position + length) of the packed stream. With
 * `basics`, pieces are split where the basic type changes; without, pieces
 * are as large as possible. False if the visitor ended the walk.
 */
bool refmpi_datatype_visit(const struct refmpi_datatype *type, MPI_Count count,
                           const void *buffer, MPI_Count position,
                           MPI_Count length, bool basics,
                           refmpi_segment_visitor *visitor, void *argument);

/*
 * Copies sendcount elements to recvcount elements in the same process, as a
 * message would. MPI_ERR_TRUNCATE if they do not fit (what fits is copied).
 */
int refmpi_datatype_copy(const void *source, MPI_Count source_count,
                         const struct refmpi_datatype *source_type,
                         void *target, MPI_Count target_count,
                         const struct refmpi_datatype *target_type);

/*
 * The number of whole elements, or of basic elements, in `bytes` bytes of the
 * type's packed stream; MPI_UNDEFINED if it is not whole.
 */
MPI_Count refmpi_datatype_count(const struct refmpi_datatype *type,
                                MPI_Count bytes);
MPI_Count refmpi_datatype_elements(const struct refmpi_datatype *type,
                                   MPI_Count bytes);

/* The reverse: how many bytes that many basic elements are. */
MPI_Count refmpi_datatype_elements_size(const struct refmpi_datatype *type,
                                        MPI_Count elements);

/* No address of memory for data of a predefined type, or of bytes. */
static inline bool refmpi_is_no_memory(const void *buffer)
{
    return buffer == NULL || buffer == MPI_IN_PLACE;
}

/* An address, as arithmetic on integers: MPI_BOTTOM is a legal base. */
static inline void *refmpi_address(const void *base, MPI_Count offset)
{
    return (void *)((uintptr_t)base + (uintptr_t)offset);
}

#endif
