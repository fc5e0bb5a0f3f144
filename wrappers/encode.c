/*
 * encode.c - from an MPI's own values to neutral ones.
 *
 * constants.h (made from constants.def and this MPI's mpi.h) has the pairs.
 */
#include "encode.h"

#include "constants.h"
#include "filled.h"
#include "fortran.h"

#include <dlfcn.h>
#include <stdlib.h>

/* An MPI may tell so of what the standard deprecates; it is encoded all the
 * same. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/*
 * An MPI opened with RTLD_LOCAL is not in the global scope, so that this
 * library cannot simply refer to its variables.  But the global scope comes
 * first: an application linked with the MPI may have a variable in its own
 * data (a copy relocation), and then that is the one which the MPI uses.
 */
void *encode_symbol(const char *name)
{
    void *symbol = dlsym(RTLD_DEFAULT, name);

    return symbol != NULL ? symbol : dlsym(murmel_mpi_handle, name);
}

/* ------------------------------------------------------------- handles */

#define MAP(name, bits)                                                        \
    static struct handle_slot slots_##name[1 << (bits)];                       \
    struct handle_map map_##name = {64 - (bits), slots_##name, 0};

MAP(comm, 4)
MAP(group, 4)
MAP(win, 4)
MAP(file, 4)
MAP(session, 4)
MAP(message, 4)
MAP(info, 4)
MAP(errhandler, 4)
MAP(request, 4)
MAP(op, 6)
MAP(datatype, 9)

/* The first of equal handles stays: several names of one type, or types
 * that this MPI lacks and has as MPI_DATATYPE_NULL. */
static void map_insert(struct handle_map *map, uint64_t bits, uint64_t neutral)
{
    uint64_t mask = (UINT64_C(1) << (64 - map->shift)) - 1;
    uint64_t at = bits * UINT64_C(0x9e3779b97f4a7c15) >> map->shift;

#if defined(MURMEL_FLAVOUR_OPENMPI)
    if (bits == 0)
        return; /* this build has no such symbol */
#endif
    for (; map->slots[at].neutral != 0; at = (at + 1) & mask)
        if (map->slots[at].bits == bits)
            return;
    map->slots[at] = (struct handle_slot){bits, neutral};
}

static void fill_maps(void)
{
#define INSERT(map, name, value) map_insert(&map, HANDLE_BITS(name), value);
#define X(name, value)           INSERT(map_comm, name, value)
    CONSTANTS_COMM(X)
#undef X
#define X(name, value) INSERT(map_group, name, value)
    CONSTANTS_GROUP(X)
#undef X
#define X(name, value) INSERT(map_win, name, value)
    CONSTANTS_WIN(X)
#undef X
#define X(name, value) INSERT(map_file, name, value)
    CONSTANTS_FILE(X)
#undef X
#define X(name, value) INSERT(map_session, name, value)
    CONSTANTS_SESSION(X)
#undef X
#define X(name, value) INSERT(map_message, name, value)
    CONSTANTS_MESSAGE(X)
#undef X
#define X(name, value) INSERT(map_info, name, value)
    CONSTANTS_INFO(X)
#undef X
#define X(name, value) INSERT(map_errhandler, name, value)
    CONSTANTS_ERRHANDLER(X)
#undef X
#define X(name, value) INSERT(map_request, name, value)
    CONSTANTS_REQUEST(X)
#undef X
#define X(name, value) INSERT(map_op, name, value)
    CONSTANTS_OP(X)
#undef X
#define X(name, value) INSERT(map_datatype, name, value)
    CONSTANTS_DATATYPE(X)
#undef X
}

#if defined(MURMEL_FLAVOUR_MPICH)
static void set_kinds(void)
{
#define KIND_OF(null) (HANDLE_BITS(null) & HANDLE_KIND_BITS)
    map_comm.kind = KIND_OF(MPI_COMM_NULL);
    map_group.kind = KIND_OF(MPI_GROUP_NULL);
    map_win.kind = KIND_OF(MPI_WIN_NULL);
#ifdef MPI_SESSION_NULL
    map_session.kind = KIND_OF(MPI_SESSION_NULL);
#endif
    map_message.kind = KIND_OF(MPI_MESSAGE_NULL);
    map_info.kind = KIND_OF(MPI_INFO_NULL);
    map_errhandler.kind = KIND_OF(MPI_ERRHANDLER_NULL);
    map_request.kind = KIND_OF(MPI_REQUEST_NULL);
    map_op.kind = KIND_OF(MPI_OP_NULL);
    map_datatype.kind = KIND_OF(MPI_DATATYPE_NULL);
}
#endif

struct datatype_constant {
    MPI_Datatype type;
    uint64_t neutral;
};

void encode_each_datatype(void (*f)(MPI_Datatype type, uint64_t neutral,
                                    void *data),
                          void *data)
{
#define X(name, value) {name, value},
    const struct datatype_constant types[] = {CONSTANTS_DATATYPE(X)};
#undef X
    size_t count = sizeof(types) / sizeof(types[0]);

    for (size_t i = 0; i < count; i++) {
        uint64_t bits = HANDLE_BITS(types[i].type);
        bool is_first = encode_handle(&map_datatype, bits) == types[i].neutral;

        if (is_first && types[i].neutral != NEUTRAL_DATATYPE_NULL)
            f(types[i].type, types[i].neutral, data);
    }
}

/* ------------------------------------------------------------- numbers */

#define X(name, neutral)                                                       \
    case name:                                                                 \
        return neutral;

#define ENCODE_ENUM(function, constants)                                       \
    int64_t function(int value)                                                \
    {                                                                          \
        switch (value) {                                                       \
            constants(X) default : return value + NEUTRAL_ENUM_UNKNOWN;        \
        }                                                                      \
    }

/* clang-format off */
ENCODE_ENUM(encode_lock_type, CONSTANTS_LOCK_TYPE)
ENCODE_ENUM(encode_thread_level, CONSTANTS_THREAD_LEVEL)
ENCODE_ENUM(encode_order, CONSTANTS_ORDER)
ENCODE_ENUM(encode_distribution, CONSTANTS_DISTRIBUTION)
ENCODE_ENUM(encode_typeclass, CONSTANTS_TYPECLASS)
ENCODE_ENUM(encode_whence, CONSTANTS_WHENCE)
ENCODE_ENUM(encode_tool_result, CONSTANTS_TOOL_ERROR)
static ENCODE_ENUM(enum_split_type, CONSTANTS_SPLIT_TYPE)
static ENCODE_ENUM(enum_keyval, CONSTANTS_KEYVAL)
static ENCODE_ENUM(enum_error_class, CONSTANTS_ERROR_CLASS)
#undef X

int64_t encode_split_type(int value)
{
    return value == MPI_UNDEFINED ? NEUTRAL_UNDEFINED : enum_split_type(value);
}
/* clang-format on */

/* Whether the MPI has it from the beginning: in MPICH those of Fortran are
 * others than those of C. */
static bool is_keyval_of_mpi(int value)
{
#if defined(MURMEL_FLAVOUR_MPICH)
    return ((unsigned)value & HANDLE_KIND_BITS) ==
           ((unsigned)MPI_TAG_UB & HANDLE_KIND_BITS);
#elif defined(MURMEL_FLAVOUR_OPENMPI)
    (void)value;
    return false; /* it gives the programs even those that its mpi.h names */
#else
    return value > 500 && value < 700; /* so are those of its mpi.h */
#endif
}

int64_t encode_keyval(int value)
{
    int64_t keyval = enum_keyval(value);

    if (value == MPI_KEYVAL_INVALID)
        return NEUTRAL_KEYVAL_INVALID;
    return keyval >= NEUTRAL_ENUM_UNKNOWN && is_keyval_of_mpi(value)
               ? NEUTRAL_KEYVAL_OF_MPI
               : keyval;
}

int64_t encode_error(int code)
{
    int class = MPI_ERR_UNKNOWN;

    if (murmel_real[CALL_MPI_Error_class] == NULL ||
        REAL(MPI_Error_class)(code, &class) != MPI_SUCCESS)
        class = MPI_ERR_UNKNOWN;
    return enum_error_class(class);
}

/* Known bits translated, the others above them. */
#define X(name, neutral)                                                       \
    if ((value & (name)) == (name)) {                                          \
        known |= (neutral);                                                    \
        value &= ~(name);                                                      \
    }

int64_t encode_assert(int value)
{
    int64_t known = 0;

    CONSTANTS_ASSERT(X)
    return known | (int64_t)(unsigned)value << NEUTRAL_MODE_UNKNOWN_SHIFT;
}

int64_t encode_amode(int value)
{
    int64_t known = 0;

    CONSTANTS_AMODE(X)
    return known | (int64_t)(unsigned)value << NEUTRAL_MODE_UNKNOWN_SHIFT;
}
#undef X

/* ------------------------------------------------------------ statuses */

#if defined(MURMEL_FLAVOUR_MPICH)
int64_t encode_status_bytes(const MPI_Status *status)
{
    unsigned high = (unsigned)status->count_hi_and_cancelled >> 1;

    return (int64_t)((uint64_t)high << 32 | (unsigned)status->count_lo);
}

static int64_t status_cancelled(const MPI_Status *status)
{
    return status->count_hi_and_cancelled & 1;
}
#elif defined(MURMEL_FLAVOUR_OPENMPI)
int64_t encode_status_bytes(const MPI_Status *status)
{
    return (int64_t)status->_ucount;
}

static int64_t status_cancelled(const MPI_Status *status)
{
    return status->_cancelled != 0;
}
#else
/* The ABI leaves open how a status keeps them. */
int64_t encode_status_bytes(const MPI_Status *status)
{
    MPI_Count bytes;

    if (murmel_real[CALL_MPI_Get_count_c] == NULL ||
        REAL(MPI_Get_count_c)(status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        return NEUTRAL_UNREAD;
    return bytes;
}

static int64_t status_cancelled(const MPI_Status *status)
{
    int flag;

    if (murmel_real[CALL_MPI_Test_cancelled] == NULL ||
        REAL(MPI_Test_cancelled)(status, &flag) != MPI_SUCCESS)
        return NEUTRAL_UNREAD;
    return flag != 0;
}
#endif

void encode_status(uint64_t *words, const MPI_Status *status, bool valid,
                   bool error, bool ignored)
{
    if (!valid || status == NULL || status == MPI_STATUS_IGNORE) {
        for (int i = 0; i < 5; i++)
            words[i] = (uint64_t)NEUTRAL_UNREAD;
        return;
    }
    if (!ignored)
        filled_note(status);
    words[0] = (uint64_t)encode_rank(status->MPI_SOURCE);
    words[1] = (uint64_t)encode_tag(status->MPI_TAG);
    words[2] = error ? (uint64_t)encode_result(status->MPI_ERROR) : 0;
    words[3] = (uint64_t)encode_status_bytes(status);
    words[4] = (uint64_t)status_cancelled(status);
    if (words[4] <= STATUS_CANCELLED)
        words[4] |= ignored
                        ? STATUS_IGNORED
                        : (uint64_t)(uintptr_t)status & ~(uint64_t)STATUS_BITS;
}

MPI_Status *status_space_get(struct status_space *space, int64_t count)
{
    space->many = NULL;
    if (count <= (int64_t)(sizeof(space->few) / sizeof(space->few[0])))
        return space->few;
    if (count > PLAN_LIMIT)
        return NULL;
    space->many = malloc((size_t)count * sizeof(MPI_Status));
    return space->many;
}

void status_space_release(struct status_space *space)
{
    free(space->many);
}

/*
 * Where Fortran's MPI_STATUS_IGNORE [0] and MPI_STATUSES_IGNORE [1] are, or a
 * pointer to them is (MPICH, which sets it late, and has others for mpi_f08).
 * NULL: there is none.
 */
static const void *fortran_ignore[2][2];

static void find_fortran_ignore(void)
{
    static const char *const names[2][2] = {
#if defined(MURMEL_FLAVOUR_MPICH)
        {"MPI_F_STATUS_IGNORE", "MPI_F08_STATUS_IGNORE"},
        {"MPI_F_STATUSES_IGNORE", "MPI_F08_STATUSES_IGNORE"}
#elif defined(MURMEL_FLAVOUR_OPENMPI)
        {"mpi_fortran_status_ignore_", NULL},
        {"mpi_fortran_statuses_ignore_", NULL}
#else
        {"murmel_mpi_status_ignore_", NULL},
        {"murmel_mpi_statuses_ignore_", NULL}
#endif
    };

    for (int array = 0; array < 2; array++)
        for (int i = 0; i < 2 && names[array][i] != NULL; i++)
            fortran_ignore[array][i] = encode_symbol(names[array][i]);
#if defined(MURMEL_FLAVOUR_OPENMPI)
    for (int array = 0; array < 2; array++)
        if (fortran_ignore[array][0] != NULL)
            murmel_fortran_ignore[array] = fortran_ignore[array][0];
#endif
}

/* For where there is none. */
static const void *const nowhere = &nowhere;
const void *encode_in_place = &nowhere;
const void *const *encode_in_place_late = &nowhere;

static void find_fortran_in_place(void)
{
#if defined(MURMEL_FLAVOUR_MPICH)
    const void *place = encode_symbol("MPIR_F08_MPI_IN_PLACE");
    const void *late = encode_symbol("MPIR_F_MPI_IN_PLACE");
#elif defined(MURMEL_FLAVOUR_OPENMPI)
    const void *place = encode_symbol("mpi_fortran_in_place_");
    const void *late = NULL;
#else
    const void *place = NULL, *late = NULL;
#endif

    if (place != NULL)
        encode_in_place = place;
    if (late != NULL)
        encode_in_place_late = late;
}

bool encode_fortran_ignores(const MPI_Status *status, bool array)
{
#if defined(MURMEL_FLAVOUR_OPENMPI)
    if (murmel_fortran_refused)
        return true;
#endif
    for (int i = 0; i < 2 && fortran_ignore[array][i] != NULL; i++) {
        const void *constant = fortran_ignore[array][i];

#if defined(MURMEL_FLAVOUR_MPICH)
        constant = *(const void *const *)constant;
#endif
        if (status == constant)
            return true;
    }
    return false;
}

const void *encode_statuses(const struct murmel_call *call,
                            const MPI_Status *statuses)
{
#if defined(MURMEL_FLAVOUR_OPENMPI)
    const void *given = murmel_fortran_statuses;

    /* Not of a later routine that does not set it. */
    murmel_fortran_statuses = NULL;
#endif
    if (statuses == MPI_STATUSES_IGNORE)
        return NULL;
    if ((call->flags & RECORD_FORTRAN) == 0)
        return statuses;
#if defined(MURMEL_FLAVOUR_OPENMPI)
    return given;
#else
    return encode_fortran_ignores(statuses, false) ||
                   encode_fortran_ignores(statuses, true)
               ? NULL
               : statuses;
#endif
}

static void tell(struct murmel_call *call, enum record_kind kind,
                 const void *told, size_t size)
{
    uint64_t *w = murmel_record(call, kind, size);

    if (w == NULL)
        return;
    memcpy(w, told, size);
    murmel_publish(call);
}

void encode_nulls(struct murmel_call *call, uint64_t nulls, uint64_t ignored)
{
    struct record_null told = {nulls, nulls & ignored, 0};

    tell(call, RECORD_NULL, &told, sizeof told);
}

void encode_unset(struct murmel_call *call, uint64_t unset)
{
    struct record_null told = {0, 0, unset};

    tell(call, RECORD_NULL, &told, sizeof told);
}

void encode_too_long(struct murmel_call *call, uint64_t parameter,
                     uint64_t limit)
{
    struct record_too_long told = {parameter, limit};

    tell(call, RECORD_TOO_LONG, &told, sizeof told);
}

/* -------------------------------------------------------------- arrays */

/* MPICH has these two as variables. */
static const void *unweighted, *weights_empty;

struct plan plan_weights(const int *weights, int64_t length)
{
    if (weights != NULL && weights == unweighted)
        return (struct plan){0, ARRAY_UNWEIGHTED};
    if (weights != NULL && weights == weights_empty)
        return (struct plan){0, ARRAY_WEIGHTS_EMPTY};
    return plan_array(weights, length);
}

int64_t plan_sum(const int *items, struct plan plan)
{
    int64_t sum = 0;

    if (plan.special != ARRAY_PRESENT)
        return -1;
    for (uint32_t i = 0; i < plan.count; i++) {
        if (items[i] < 0)
            return -1;
        sum += items[i];
    }
    return sum;
}

int64_t plan_last(const int *items, struct plan plan)
{
    if (plan.special != ARRAY_PRESENT)
        return -1;
    return plan.count == 0 ? 0 : items[plan.count - 1];
}

/* ---------------------------------------------------------------- init */

#if defined(MURMEL_FLAVOUR_MPICH)
static int find_weights(void)
{
    int *const *symbol = encode_symbol("MPI_UNWEIGHTED");
    int *const *empty = encode_symbol("MPI_WEIGHTS_EMPTY");

    if (symbol == NULL || empty == NULL)
        return -1;
    unweighted = *symbol;
    weights_empty = *empty;
    return 0;
}
#else
static int find_weights(void)
{
    unweighted = MPI_UNWEIGHTED;
    weights_empty = MPI_WEIGHTS_EMPTY;
    return 0;
}
#endif

int encode_init(void)
{
    fill_maps();
    find_fortran_ignore();
    find_fortran_in_place();
#if defined(MURMEL_FLAVOUR_MPICH)
    set_kinds();
#endif
#if defined(MURMEL_FLAVOUR_OPENMPI)
    if (MPI_COMM_WORLD == NULL)
        return -1;
#endif
    return find_weights();
}
