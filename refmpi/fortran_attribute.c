/*
 * fortran_attribute.c - attributes in the Fortran binding. In C their values
 * are addresses, in Fortran integers. What one language has set the other can
 * ask for (MPI-4.1 19.3.7): Fortran is given the address as an integer, and C
 * the address of the integer, which is kept here in a cell as long as the
 * attribute lives; where its keyval is one of C's, whose delete_fn knows of no
 * cells, as long as the program.
 */
#include "fortran.h"
#include <pthread.h>
#include <stdbool.h>

#define CELLS 256

struct cells {
    struct cells *next;
    int count; /* of those that were ever used */
    int64_t values[CELLS];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct cells *all_cells;
static int64_t *free_cell; /* holds the address of the next, or 0 */

/* Under the mutex; NULL: no memory. */
static int64_t *take_cell(void)
{
    int64_t *cell = free_cell;
    if (cell) {
        free_cell = (int64_t *)(intptr_t)*cell;
        return cell;
    }
    if (!all_cells || all_cells->count == CELLS) {
        struct cells *cells = calloc(1, sizeof *cells);
        if (!cells)
            return NULL;
        cells->next = all_cells;
        all_cells = cells;
    }
    return &all_cells->values[all_cells->count++];
}

static int64_t *cell_new(int64_t value)
{
    pthread_mutex_lock(&mutex);
    int64_t *cell = take_cell();
    if (cell)
        *cell = value;
    pthread_mutex_unlock(&mutex);
    return cell;
}

/* The cell at an address; NULL: it is one of the program's. */
static int64_t *cell_at(void *address)
{
    uintptr_t at = (uintptr_t)address;
    struct cells *cells;
    pthread_mutex_lock(&mutex);
    for (cells = all_cells; cells; cells = cells->next)
        if (at - (uintptr_t)cells->values < sizeof cells->values)
            break;
    pthread_mutex_unlock(&mutex);
    return cells ? address : NULL;
}

static void cell_free(int64_t *cell)
{
    if (!cell)
        return;
    pthread_mutex_lock(&mutex);
    *cell = (intptr_t)free_cell;
    free_cell = cell;
    pthread_mutex_unlock(&mutex);
}

/* What Fortran is given for an attribute, but for the predefined ones. */
static int64_t users_value(void *attribute)
{
    const int64_t *cell = cell_at(attribute);
    return cell ? *cell : (intptr_t)attribute;
}

/* The predefined attributes are addresses of integers in C. */
static int64_t value_of(int keyval, void *attribute)
{
    if (keyval == MPI_WIN_SIZE)
        return *(MPI_Aint *)attribute;
    if ((keyval >= MPI_TAG_UB && keyval <= MPI_UNIVERSE_SIZE) ||
        (keyval > MPI_WIN_BASE && keyval <= MPI_WIN_MODEL))
        return *(int *)attribute;
    return users_value(attribute);
}

/* The cell of a value that could not be set is of no use. */
static int is_set(int rc, int64_t *cell)
{
    if (rc != MPI_SUCCESS)
        cell_free(cell);
    return rc;
}

#define ATTRIBUTES(lower, Kind)                                                \
    ROUTINE(lower##_get_attr, MPI_Fint *object, MPI_Fint *keyval,              \
            int64_t *value, MPI_Fint *flag)                                    \
    {                                                                          \
        void *attribute;                                                       \
        *ierror = MPI_##Kind##_get_attr(MPI_##Kind##_fromint(*object),         \
                                        *keyval, &attribute, flag);            \
        if (*ierror == MPI_SUCCESS && *flag)                                   \
            *value = value_of(*keyval, attribute);                             \
    }                                                                          \
    ROUTINE(lower##_set_attr, MPI_Fint *object, MPI_Fint *keyval,              \
            int64_t *value)                                                    \
    {                                                                          \
        int64_t *cell = cell_new(*value);                                      \
        *ierror =                                                              \
            cell ? is_set(MPI_##Kind##_set_attr(MPI_##Kind##_fromint(*object), \
                                                *keyval, cell),                \
                          cell)                                                \
                 : MPI_ERR_NO_MEM;                                             \
    }

ATTRIBUTES(comm, Comm)
ATTRIBUTES(type, Type)
ATTRIBUTES(win, Win)

ROUTINE(attr_get, MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value,
        MPI_Fint *flag)
{
    void *attribute;
    *ierror = MPI_Attr_get(MPI_Comm_fromint(*comm), *keyval, &attribute, flag);
    if (*ierror == MPI_SUCCESS && *flag)
        *value = (MPI_Fint)value_of(*keyval, attribute);
}

ROUTINE(attr_put, MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value)
{
    int64_t *cell = cell_new(*value);
    *ierror =
        cell
            ? is_set(MPI_Attr_put(MPI_Comm_fromint(*comm), *keyval, cell), cell)
            : MPI_ERR_NO_MEM;
}

typedef void copy_routine(MPI_Fint *object, MPI_Fint *keyval, int64_t *extra,
                          int64_t *in, int64_t *out, MPI_Fint *flag,
                          MPI_Fint *ierror);
typedef void delete_routine(MPI_Fint *object, MPI_Fint *keyval, int64_t *value,
                            int64_t *extra, MPI_Fint *ierror);

/* What a keyval's callbacks need; it lives as long as the program, since
 * attributes of a freed keyval still call them. Routines of MPI-1 have
 * INTEGERs where others have addresses: their low halves. */
struct keyval {
    copy_routine *copy;
    delete_routine *delete;
    int64_t extra;
};

static struct keyval *keyval_new(copy_routine *copy, delete_routine *delete,
                                 int64_t extra)
{
    struct keyval *keyval = malloc(sizeof *keyval);
    if (keyval)
        *keyval = (struct keyval){copy, delete, extra};
    return keyval;
}

/* A copy is an integer, but where an address of C's was copied as it is. False:
 * no memory. */
static bool copied(void *in, int64_t to, bool is_wanted, void *out)
{
    void *value = (void *)(intptr_t)to;
    if (is_wanted && (cell_at(in) || value != in))
        value = cell_new(to);
    *(void **)out = value;
    return value || !is_wanted || value == in;
}

#define KEYVALS(lower, Kind, type)                                             \
    static int copy_of_##lower(type object, int keyval, void *state, void *in, \
                               void *out, int *flag)                           \
    {                                                                          \
        struct keyval *k = state;                                              \
        MPI_Fint number = MPI_##Kind##_toint(object), error = MPI_SUCCESS;     \
        int64_t from = users_value(in), to = 0;                                \
        k->copy(&number, &keyval, &k->extra, &from, &to, flag, &error);        \
        return copied(in, to, error == MPI_SUCCESS && *flag, out)              \
                   ? error                                                     \
                   : MPI_ERR_NO_MEM;                                           \
    }                                                                          \
    static int delete_of_##lower(type object, int keyval, void *value,         \
                                 void *state)                                  \
    {                                                                          \
        struct keyval *k = state;                                              \
        MPI_Fint number = MPI_##Kind##_toint(object), error = MPI_SUCCESS;     \
        int64_t from = users_value(value);                                     \
        k->delete (&number, &keyval, &from, &k->extra, &error);                \
        if (error == MPI_SUCCESS)                                              \
            cell_free(cell_at(value));                                         \
        return error;                                                          \
    }                                                                          \
    ROUTINE(lower##_create_keyval, copy_routine *copy, delete_routine *delete, \
            MPI_Fint *keyval, int64_t *extra)                                  \
    {                                                                          \
        struct keyval *k = keyval_new(copy, delete, *extra);                   \
        *ierror = k ? MPI_##Kind##_create_keyval(copy_of_##lower,              \
                                                 delete_of_##lower, keyval, k) \
                    : MPI_ERR_NO_MEM;                                          \
    }

KEYVALS(comm, Comm, MPI_Comm)
KEYVALS(type, Type, MPI_Datatype)
KEYVALS(win, Win, MPI_Win)

ROUTINE(keyval_create, copy_routine *copy, delete_routine *delete,
        MPI_Fint *keyval, MPI_Fint *extra)
{
    struct keyval *k = keyval_new(copy, delete, *extra);
    *ierror = k ? MPI_Keyval_create(copy_of_comm, delete_of_comm, keyval, k)
                : MPI_ERR_NO_MEM;
}

/* The predefined callbacks, as routines. wide: of addresses. */
#define CALLBACKS(prefix, integer)                                             \
    ROUTINE(prefix##null_copy_fn, MPI_Fint *object, MPI_Fint *keyval,          \
            integer *extra, integer *in, integer *out, MPI_Fint *flag)         \
    {                                                                          \
        (void)object, (void)keyval, (void)extra, (void)in, (void)out;          \
        *flag = 0;                                                             \
        *ierror = MPI_SUCCESS;                                                 \
    }                                                                          \
    ROUTINE(prefix##dup_fn, MPI_Fint *object, MPI_Fint *keyval,                \
            integer *extra, integer *in, integer *out, MPI_Fint *flag)         \
    {                                                                          \
        (void)object, (void)keyval, (void)extra;                               \
        *out = *in;                                                            \
        *flag = 1;                                                             \
        *ierror = MPI_SUCCESS;                                                 \
    }                                                                          \
    ROUTINE(prefix##null_delete_fn, MPI_Fint *object, MPI_Fint *keyval,        \
            integer *value, integer *extra)                                    \
    {                                                                          \
        (void)object, (void)keyval, (void)value, (void)extra;                  \
        *ierror = MPI_SUCCESS;                                                 \
    }

CALLBACKS(, MPI_Fint)
CALLBACKS(comm_, int64_t)
CALLBACKS(type_, int64_t)
CALLBACKS(win_, int64_t)
