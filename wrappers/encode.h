/*
 * encode.h - from an MPI's own values to neutral ones (include/neutral.h).
 *
 * Compiled once for each flavour, with its mpi.h and one of
 * MURMEL_FLAVOUR_MPICH, MURMEL_FLAVOUR_OPENMPI, MURMEL_FLAVOUR_ABI.  The
 * wrappers use it on the way of every call, so the short parts are inline.
 */
#ifndef MURMEL_ENCODE_H
#define MURMEL_ENCODE_H

/* Open MPI hides what MPI-3.0 removed, but its library has it. */
#define OMPI_OMIT_MPI1_COMPAT_DECLS 0
#include <mpi.h>

#include "calls.h"
#include "client.h"
#include "neutral.h"
#include "record.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Address of a variable of the MPI; NULL: it has none of that name. */
void *encode_symbol(const char *name);

/* Open MPI's predefined handles are addresses of its variables. */
#if defined(MURMEL_FLAVOUR_OPENMPI)
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) ((type)encode_symbol(#global))
/* It has these in Fortran, also where it hides them in C. */
#undef MPI_LB
#undef MPI_UB
#define MPI_LB OMPI_PREDEFINED_GLOBAL(MPI_Datatype, ompi_mpi_lb)
#define MPI_UB OMPI_PREDEFINED_GLOBAL(MPI_Datatype, ompi_mpi_ub)
#endif

#if !defined(MURMEL_FLAVOUR_MPICH) && !defined(MURMEL_FLAVOUR_OPENMPI) &&      \
    !defined(MURMEL_FLAVOUR_ABI)
#error "which flavour?"
#endif

/* Open MPI 5 has what is new in MPI 4, but does not say so. */
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define HAS_MPI_4
#endif

/* The mpi.h differ in how partitions are counted (MPI-4.1 4.2.1: MPI_Count,
 * then int): see what this one has. */
#ifdef HAS_MPI_4
typedef int psend_init_4_0(const void *, int, MPI_Count, MPI_Datatype, int, int,
                           MPI_Comm, MPI_Info, MPI_Request *);
#define TYPE_WHERE(function, is, one, other)                                   \
    __typeof__(*__builtin_choose_expr(                                         \
        __builtin_types_compatible_p(__typeof__(function), is), (one *)NULL,   \
        (other *)NULL))
typedef TYPE_WHERE(PMPI_Psend_init, psend_init_4_0, MPI_Count,
                   int) PARTITION_COUNT;
#endif

/* The MPI's own function, which the preload found. */
#define REAL(name) ((__typeof__(&P##name))murmel_real[CALL_##name])
/* ... by the type of its wrapper, which is the standard's.  That some
 * parameters are const is new in MPI 4.1, and not every mpi.h of that version
 * has it. */
#define WRAPPED(name)    ((__typeof__(&wrap_##name))murmel_real[CALL_##name])
#define SAME(one, other) __builtin_types_compatible_p(one, other)
#define IS_WRAPPED(name)                                                       \
    (SAME(__typeof__(wrap_##name), __typeof__(P##name)) ||                     \
     SAME(without_const_##name, __typeof__(P##name)))

/* ------------------------------------------------------------- handles */

/* Int handles without sign extension, pointers as they are. */
#define HANDLE_BITS(handle)                                                    \
    (sizeof(handle) == 4 ? (uint64_t)(uint32_t)(uintptr_t)(handle)             \
                         : (uint64_t)(uintptr_t)(handle))

/* Predefined handles of one kind: a hash table with open addressing. */
struct handle_slot {
    uint64_t bits;
    uint64_t neutral; /* 0: free */
};

struct handle_map {
    unsigned shift; /* 64 - log2 of the number of slots */
    struct handle_slot *slots;
    uint64_t kind; /* MPICH: these bits of each handle; 0: not of files */
};

/* By kinds of constants.def; filled by encode_init. */
extern struct handle_map map_comm, map_group, map_win, map_file, map_session,
    map_message, map_info, map_errhandler, map_request, map_op, map_datatype;

/* In an MPICH handle: what kind of object it is of. */
#define HANDLE_KIND_BITS UINT64_C(0x3c000000)

static inline uint64_t encode_own_handle(const struct handle_map *map,
                                         uint64_t bits)
{
#if defined(MURMEL_FLAVOUR_MPICH)
    if (map->kind != 0 && (bits & HANDLE_KIND_BITS) != map->kind)
        return bits | NEUTRAL_HANDLE_NONE;
#elif defined(MURMEL_FLAVOUR_OPENMPI)
    if (bits <= 0xffff) /* no address */
        return bits | NEUTRAL_HANDLE_NONE;
#endif
    (void)map;
    return bits > 0xffff ? bits : bits | UINT64_C(1) << 63;
}

static inline uint64_t encode_handle(const struct handle_map *map,
                                     uint64_t bits)
{
#if defined(MURMEL_FLAVOUR_ABI)
    if (bits < NEUTRAL_HANDLE_PREDEFINED_END)
        return bits;
#else
    uint64_t mask = (UINT64_C(1) << (64 - map->shift)) - 1;
    uint64_t at = bits * UINT64_C(0x9e3779b97f4a7c15) >> map->shift;

    for (; map->slots[at].neutral != 0; at = (at + 1) & mask)
        if (map->slots[at].bits == bits)
            return map->slots[at].neutral;
#endif
    return encode_own_handle(map, bits);
}

#define encode_comm(h)       encode_handle(&map_comm, HANDLE_BITS(h))
#define encode_group(h)      encode_handle(&map_group, HANDLE_BITS(h))
#define encode_win(h)        encode_handle(&map_win, HANDLE_BITS(h))
#define encode_file(h)       encode_handle(&map_file, HANDLE_BITS(h))
#define encode_session(h)    encode_handle(&map_session, HANDLE_BITS(h))
#define encode_message(h)    encode_handle(&map_message, HANDLE_BITS(h))
#define encode_info(h)       encode_handle(&map_info, HANDLE_BITS(h))
#define encode_errhandler(h) encode_handle(&map_errhandler, HANDLE_BITS(h))
#define encode_request(h)    encode_handle(&map_request, HANDLE_BITS(h))
#define encode_op(h)         encode_handle(&map_op, HANDLE_BITS(h))
#define encode_datatype(h)   encode_handle(&map_datatype, HANDLE_BITS(h))

/*
 * Where a request stands (call.h): variables that do not overlap have unlike
 * numbers, items of an array such as follow each other.  What is less than a
 * gigabyte above this function's frame may be of the stack.
 */
#define PLACE_STACK_SIZE (UINT64_C(1) << 30)

static inline __attribute__((always_inline)) uint64_t
encode_place(const MPI_Request *request)
{
    uint64_t address = (uint64_t)(uintptr_t)request;
    uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);

    return address / sizeof *request |
           (address - frame < PLACE_STACK_SIZE ? PLACE_ON_STACK : 0);
}

/* ------------------------------------------------------------- numbers */

#define encode_number(n)   ((int64_t)(n))
#define encode_function(f) ((uint64_t)(uintptr_t)(f))

static inline int64_t encode_special(int64_t value)
{
    return value == MPI_UNDEFINED ? NEUTRAL_UNDEFINED : value;
}

static inline int64_t encode_dflt_darg(int value)
{
    return value == MPI_DISTRIBUTE_DFLT_DARG ? NEUTRAL_DFLT_DARG : value;
}

static inline int64_t encode_rank(int rank)
{
    if (rank >= 0)
        return rank;
    switch (rank) {
    case MPI_PROC_NULL:
        return NEUTRAL_PROC_NULL;
    case MPI_ANY_SOURCE:
        return NEUTRAL_ANY_SOURCE;
    case MPI_ROOT:
        return NEUTRAL_ROOT;
    case MPI_UNDEFINED:
        return NEUTRAL_UNDEFINED;
    default:
        return rank;
    }
}

static inline int64_t encode_tag(int tag)
{
    return tag == MPI_ANY_TAG ? NEUTRAL_ANY_TAG : tag;
}

/* Fortran's MPI_IN_PLACE: its address, and a pointer to it that the MPI sets
 * late (NULL until then).  A binding leaves it as it is where it may not stand.
 */
extern const void *encode_in_place;
extern const void *const *encode_in_place_late;

/* Where MPI_IN_PLACE is another address, nothing is at that of ours, nor at the
 * next. */
static inline uint64_t encode_address(const void *address)
{
    uint64_t value = (uint64_t)(uintptr_t)address;

    if (address == MPI_IN_PLACE || address == encode_in_place ||
        (address == *encode_in_place_late && address != NULL))
        return NEUTRAL_IN_PLACE;
    return value == NEUTRAL_IN_PLACE ? value + 1 : value;
}

int64_t encode_assert(int value);
int64_t encode_amode(int value);
int64_t encode_lock_type(int value);
int64_t encode_thread_level(int value);
int64_t encode_split_type(int value);
int64_t encode_order(int value);
int64_t encode_distribution(int value);
int64_t encode_typeclass(int value);
int64_t encode_whence(int value);
int64_t encode_keyval(int value);

/* Error code of a call to neutral error class; may ask the MPI. */
int64_t encode_error(int code);
/* The same for a function of the tool interface, which has its own codes. */
int64_t encode_tool_result(int code);

static inline int64_t encode_result(int code)
{
    return code == MPI_SUCCESS ? NEUTRAL_SUCCESS : encode_error(code);
}

/* ------------------------------------------------------------ statuses */

/*
 * Writes the five words of `status`, or, if it is null or not valid, those
 * of a status that could not be read.  `error`: its error field is set;
 * `ignored`: the application did not ask for it.
 */
void encode_status(uint64_t *words, const MPI_Status *status, bool valid,
                   bool error, bool ignored);
/* How many bytes it tells; NEUTRAL_UNREAD: not known. */
int64_t encode_status_bytes(const MPI_Status *status);

/* Statuses in place of MPI_STATUSES_IGNORE. */
struct status_space {
    MPI_Status few[8];
    MPI_Status *many;
};

/* Room for `count` statuses until status_space_release; NULL: no memory. */
MPI_Status *status_space_get(struct status_space *space, int64_t count);
void status_space_release(struct status_space *space);
/* Whether the statuses are those of the space. */
static inline bool status_space_is(const struct status_space *space,
                                   const MPI_Status *statuses)
{
    return statuses == space->few ||
           (space->many != NULL && statuses == space->many);
}

/* Whether that is Fortran's MPI_STATUS_IGNORE, or, array, MPI_STATUSES_IGNORE.
 * Its bindings give the C function the constant of C where such a status may
 * be ignored; as it is they pass on what may not stand there. */
bool encode_fortran_ignores(const MPI_Status *status, bool array);

/* The array of statuses that the program has given, of which a Fortran binding
 * may give the C function another.  NULL: a constant stands there. */
const void *encode_statuses(const struct murmel_call *call,
                            const MPI_Status *statuses);

/*
 * Tells, before the call is made, which of its parameters are null pointers, or
 * MPI_STATUS_IGNORE, and may not be: a bit each, from the first one on.
 */
void encode_nulls(struct murmel_call *call, uint64_t nulls, uint64_t ignored);
/* Likewise, which are statuses that no call has filled in. */
void encode_unset(struct murmel_call *call, uint64_t unset);
/* Likewise: a string has more characters than its limit. */
void encode_too_long(struct murmel_call *call, uint64_t parameter,
                     uint64_t limit);

/* -------------------------------------------------------------- arrays */

/* What of an array goes into a record. */
struct plan {
    uint32_t count;
    uint32_t special; /* enum array_special */
};

/* More cannot be a true length; what is behind it must not be read. */
#define PLAN_LIMIT (INT64_C(1) << 26)

/* A negative length: not known, or the array not significant. */
static inline struct plan plan_array(const void *array, int64_t length)
{
    if (array == NULL)
        return (struct plan){0, ARRAY_NULL};
    if (length < 0 || length > PLAN_LIMIT)
        return (struct plan){0, ARRAY_UNREAD};
    return (struct plan){(uint32_t)length, ARRAY_PRESENT};
}

/*
 * The same for counts, displacements, datatypes, each of so many bytes: where
 * the memory ends before, what is behind it is none, and nothing is judged by
 * it.
 */
static inline struct plan plan_items(const void *array, int64_t length,
                                     size_t bytes)
{
    struct plan plan = plan_array(array, length);

    if (plan.count > 0 && murmel_ends_before(array, plan.count * bytes))
        return (struct plan){0, ARRAY_UNREAD};
    return plan;
}

/* The same for weights of a graph topology. */
struct plan plan_weights(const int *weights, int64_t length);

/* Where there is no memory, the MPI will find that. */
static inline struct plan plan_string(const char *string, bool significant)
{
    size_t length;

    if (!significant)
        return (struct plan){0, ARRAY_UNREAD};
    if (string == NULL)
        return (struct plan){0, ARRAY_NULL};
    if (!murmel_string(string, 65536, &length))
        return (struct plan){0, ARRAY_UNREAD};
    return (struct plan){(uint32_t)length, ARRAY_PRESENT};
}

/* Sum of the items, -1 where they are not there or not numbers of items. */
int64_t plan_sum(const int *items, struct plan plan);
/* Last item, likewise. */
int64_t plan_last(const int *items, struct plan plan);

/* Bytes behind the words of a view. */
#define PLAN_BYTES(plan)        ((size_t)(plan).count * 8)
#define PLAN_STATUS_BYTES(plan) ((size_t)(plan).count * 40)
#define PLAN_STRING_BYTES(plan) (((size_t)(plan).count + 7) & ~(size_t)7)

/* Writes the two words of an array whose items begin at `tail`. */
static inline void put_plan(uint64_t *words, int at, struct plan plan,
                            const uint64_t *tail)
{
    words[at] = (uint64_t)((const char *)tail - (const char *)words) +
                sizeof(struct record);
    words[at + 1] = plan.count | (uint64_t)plan.special << 32;
}

/* Writes an array; `item` is an expression with item_ as the index. */
#define PUT_ARRAY(words, at, plan, tail, item)                                 \
    do {                                                                       \
        put_plan(words, at, plan, tail);                                       \
        for (uint32_t item_ = 0; item_ < (plan).count; item_++)                \
            (tail)[item_] = (uint64_t)(item);                                  \
        (tail) += (plan).count;                                                \
    } while (0)

static inline uint64_t *put_string(uint64_t *words, int at, struct plan plan,
                                   uint64_t *tail, const char *string)
{
    put_plan(words, at, plan, tail);
    if (plan.count > 0) {
        tail[(plan.count - 1) / 8] = 0;
        memcpy(tail, string, plan.count);
    }
    return tail + (plan.count + 7) / 8;
}

static inline uint64_t *put_statuses(uint64_t *words, int at, struct plan plan,
                                     uint64_t *tail, const MPI_Status *statuses,
                                     bool error, bool ignored)
{
    put_plan(words, at, plan, tail);
    for (uint32_t i = 0; i < plan.count; i++)
        encode_status(tail + 5 * i, &statuses[i], true, error, ignored);
    return tail + 5 * plan.count;
}

/* Finds the MPI's data symbols and fills the maps.  0, or -1: not found. */
int encode_init(void);

/* Calls f(handle, neutral value) for every predefined datatype there is. */
void encode_each_datatype(void (*f)(MPI_Datatype type, uint64_t neutral,
                                    void *data),
                          void *data);

#endif
