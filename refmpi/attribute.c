/* attribute.c - keyvals and the attributes of communicators, datatypes and
 * windows. */
#include "datatype.h"
#include "errhandler.h"
#include "internal.h"
#include "window.h"
#include <stdint.h>
#include <stdlib.h>

struct keyval {
    enum refmpi_keyval_kind kind;
    bool is_freed;
    union {
        MPI_Comm_copy_attr_function *comm;
        MPI_Type_copy_attr_function *type;
        MPI_Win_copy_attr_function *win;
    } copy;
    union {
        MPI_Comm_delete_attr_function *comm;
        MPI_Type_delete_attr_function *type;
        MPI_Win_delete_attr_function *win;
    } delete;
    void *extra_state;
};

/* While the user's functions run, other threads may set and delete what is of
 * other keyvals: afterwards it is looked for again. */
struct attribute {
    struct attribute *next; /* the one set before */
    int keyval;
    bool is_leaving; /* its delete_fn runs, which is called once */
    void *value;
};

/* Above every predefined keyval. */
#define FIRST_KEYVAL 1024

static struct keyval **keyvals;
static int keyval_count;

/* Freed or not, or NULL. */
static struct keyval *keyval_that_was(int number, enum refmpi_keyval_kind kind)
{
    int i = number - FIRST_KEYVAL;
    if (i < 0 || i >= keyval_count || keyvals[i]->kind != kind)
        return NULL;
    return keyvals[i];
}

static struct keyval *keyval_from(int number, enum refmpi_keyval_kind kind)
{
    struct keyval *keyval = keyval_that_was(number, kind);
    return keyval && !keyval->is_freed ? keyval : NULL;
}

static int keyval_new(enum refmpi_keyval_kind kind, void *extra_state,
                      int *number, struct keyval **made)
{
    if (!number)
        return MPI_ERR_ARG;
    struct keyval **grown =
        realloc(keyvals, ((size_t)keyval_count + 1) * sizeof *keyvals);
    struct keyval *keyval = calloc(1, sizeof *keyval);
    if (grown)
        keyvals = grown;
    if (!grown || !keyval) {
        free(keyval);
        return MPI_ERR_NO_MEM;
    }
    keyval->kind = kind;
    keyval->extra_state = extra_state;
    keyvals[keyval_count] = keyval;
    *number = FIRST_KEYVAL + keyval_count++;
    *made = keyval;
    return MPI_SUCCESS;
}

static int keyval_free(enum refmpi_keyval_kind kind, int *number)
{
    struct keyval *keyval = number ? keyval_from(*number, kind) : NULL;
    if (!keyval)
        return refmpi_leave_comm(NULL, MPI_ERR_KEYVAL);
    keyval->is_freed = true;
    *number = MPI_KEYVAL_INVALID;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

/* -------------------------------------------------------------- callbacks */

static int user_copy(const struct keyval *keyval, void *handle, int number,
                     void *value, void **out, int *flag)
{
    void *extra = keyval->extra_state;
    switch (keyval->kind) {
    case REFMPI_KEYVAL_COMM:
        return keyval->copy.comm(handle, number, extra, value, out, flag);
    case REFMPI_KEYVAL_TYPE:
        return keyval->copy.type(handle, number, extra, value, out, flag);
    case REFMPI_KEYVAL_WIN:
        return keyval->copy.win(handle, number, extra, value, out, flag);
    }
    return MPI_ERR_INTERN;
}

static int call_copy(const struct keyval *keyval, void *handle, int number,
                     void *value, void **out, int *flag)
{
    /* 0 and 1 are the ABI's "copy nothing" and "copy the value". */
    uintptr_t special = (uintptr_t)keyval->copy.comm;
    *flag = special == 1;
    *out = value;
    if (special <= 1)
        return MPI_SUCCESS;
    struct refmpi_pause pause = refmpi_user_begins();
    int rc = user_copy(keyval, handle, number, value, out, flag);
    refmpi_user_ended(&pause);
    return rc;
}

static int user_delete(const struct keyval *keyval, void *handle, int number,
                       void *value)
{
    void *extra = keyval->extra_state;
    switch (keyval->kind) {
    case REFMPI_KEYVAL_COMM:
        return keyval->delete.comm(handle, number, value, extra);
    case REFMPI_KEYVAL_TYPE:
        return keyval->delete.type(handle, number, value, extra);
    case REFMPI_KEYVAL_WIN:
        return keyval->delete.win(handle, number, value, extra);
    }
    return MPI_ERR_INTERN;
}

static int call_delete(const struct keyval *keyval, void *handle, int number,
                       void *value)
{
    if (!keyval->delete.comm)
        return MPI_SUCCESS;
    struct refmpi_pause pause = refmpi_user_begins();
    int rc = user_delete(keyval, handle, number, value);
    refmpi_user_ended(&pause);
    return rc;
}

/* ------------------------------------------------------------------- lists */

/* Those that are leaving are none any more. */
static struct attribute *find(struct attribute *list, int number)
{
    while (list && (list->keyval != number || list->is_leaving))
        list = list->next;
    return list;
}

/* The number of a keyval may be freed while attributes of it live. */
static struct keyval *keyval_of(const struct attribute *attribute)
{
    return keyvals[attribute->keyval - FIRST_KEYVAL];
}

static int remove_attribute(struct attribute **list,
                            struct attribute *attribute, void *handle)
{
    attribute->is_leaving = true;
    int rc = call_delete(keyval_of(attribute), handle, attribute->keyval,
                         attribute->value);
    attribute->is_leaving = false;
    if (rc != MPI_SUCCESS)
        return rc;
    while (*list != attribute)
        list = &(*list)->next;
    *list = attribute->next;
    free(attribute);
    return MPI_SUCCESS;
}

static int set(enum refmpi_keyval_kind kind, void *handle,
               struct attribute **list, int number, void *value)
{
    if (!keyval_from(number, kind))
        return MPI_ERR_KEYVAL;
    struct attribute *made = malloc(sizeof *made);
    if (!made)
        return MPI_ERR_NO_MEM;
    for (struct attribute *old; (old = find(*list, number));) {
        int rc = remove_attribute(list, old, handle);
        if (rc != MPI_SUCCESS) {
            free(made);
            return rc;
        }
    }
    *made = (struct attribute){*list, number, false, value};
    *list = made;
    return MPI_SUCCESS;
}

static int get(enum refmpi_keyval_kind kind, struct attribute *list, int number,
               void *value, int *flag)
{
    /* Its delete_fn, while that runs, can still ask for it; and who has set it,
     * when its keyval was freed: that lives on (MPI-4.1 7.7.2). */
    while (list && list->keyval != number)
        list = list->next;
    if (!(list ? keyval_that_was(number, kind) : keyval_from(number, kind)))
        return MPI_ERR_KEYVAL;
    if (!value || !flag)
        return MPI_ERR_ARG;
    *flag = list != NULL;
    if (list)
        *(void **)value = list->value;
    return MPI_SUCCESS;
}

/* What was set with a keyval that is freed by now can be deleted by its number
 * (MPI-4.1 7.7.2). */
static int delete_value(enum refmpi_keyval_kind kind, void *handle,
                        struct attribute **list, int number)
{
    struct attribute *attribute = find(*list, number);
    if (attribute && keyval_that_was(number, kind))
        return remove_attribute(list, attribute, handle);
    return keyval_from(number, kind) ? MPI_SUCCESS : MPI_ERR_KEYVAL;
}

/* What a copy_fn gives for an attribute is added at *end, which moves on. */
static int copy_attribute(void *old_handle, int number, void *old_value,
                          struct attribute ***end)
{
    void *value = NULL;
    int flag = 0;
    int rc = call_copy(keyvals[number - FIRST_KEYVAL], old_handle, number,
                       old_value, &value, &flag);
    if (rc != MPI_SUCCESS || !flag)
        return rc;
    struct attribute *copy = malloc(sizeof *copy);
    if (!copy)
        return MPI_ERR_NO_MEM;
    *copy = (struct attribute){NULL, number, false, value};
    **end = copy;
    *end = &copy->next;
    return MPI_SUCCESS;
}

int refmpi_attributes_copy(void *old_handle, struct attribute *const *from,
                           struct attribute **to)
{
    size_t count = 0;
    for (struct attribute *i = *from; i; i = i->next)
        count++;
    if (count == 0)
        return MPI_SUCCESS;
    struct attribute *before = malloc(count * sizeof *before);
    if (!before)
        return MPI_ERR_NO_MEM;
    count = 0;
    for (struct attribute *i = *from; i; i = i->next)
        before[count++] = *i;
    int rc = MPI_SUCCESS;
    for (size_t i = 0; i < count && rc == MPI_SUCCESS; i++) {
        const struct attribute *now = find(*from, before[i].keyval);
        if (now && now->value == before[i].value)
            rc = copy_attribute(old_handle, now->keyval, now->value, &to);
    }
    free(before);
    return rc;
}

/* MPI_ERR_OTHER: what is left is leaving, and it is its delete_fn that asks. */
int refmpi_attributes_delete_all(void *handle, struct attribute **attributes)
{
    while (*attributes) {
        struct attribute *first = *attributes;
        while (first && first->is_leaving)
            first = first->next;
        int rc =
            first ? remove_attribute(attributes, first, handle) : MPI_ERR_OTHER;
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return MPI_SUCCESS;
}

/* ---------------------------------------------------------- communicators */

/* The predefined attributes of MPI_COMM_WORLD; values are pointers to int.
 * Communicators of a session have MPI_TAG_UB alone (MPI-4.1 9.1.2, 9.5). */
static bool predefined(const struct comm *comm, int number, void *value,
                       int *flag)
{
    static int tag_ub, host, io, wtime_is_global, appnum, universe, last_code;
    int *found = NULL;
    switch (number) {
    case MPI_TAG_UB:
        tag_ub = INT32_MAX;
        found = &tag_ub;
        break;
    case MPI_HOST:
        host = MPI_PROC_NULL;
        found = &host;
        break;
    case MPI_IO:
        io = MPI_ANY_SOURCE;
        found = &io;
        break;
    case MPI_WTIME_IS_GLOBAL:
        wtime_is_global = 1;
        found = &wtime_is_global;
        break;
    case MPI_APPNUM:
        appnum = refmpi.appnum;
        found = &appnum;
        break;
    case MPI_UNIVERSE_SIZE:
        universe = refmpi.size;
        found = &universe;
        break;
    case MPI_LASTUSEDCODE:
        last_code = refmpi_error_last();
        found = &last_code;
        break;
    default:
        return false;
    }
    *flag = comm->session == NULL || found == &tag_ub;
    if (*flag)
        *(void **)value = found;
    return true;
}

static int comm_get(MPI_Comm handle, int number, void *value, int *flag)
{
    struct comm *comm = refmpi_comm_from(handle);
    int rc = MPI_SUCCESS;
    if (!comm)
        rc = MPI_ERR_COMM;
    else if (!value || !flag)
        rc = MPI_ERR_ARG;
    else if (!predefined(comm, number, value, flag))
        rc = get(REFMPI_KEYVAL_COMM, comm->attributes, number, value, flag);
    return refmpi_leave_comm(comm, rc);
}

static int comm_set(MPI_Comm handle, int number, void *value)
{
    struct comm *comm = refmpi_comm_from(handle);
    int rc =
        comm ? set(REFMPI_KEYVAL_COMM, handle, &comm->attributes, number, value)
             : MPI_ERR_COMM;
    return refmpi_leave_comm(comm, rc);
}

static int comm_delete(MPI_Comm handle, int number)
{
    struct comm *comm = refmpi_comm_from(handle);
    int rc = comm ? delete_value(REFMPI_KEYVAL_COMM, handle, &comm->attributes,
                                 number)
                  : MPI_ERR_COMM;
    return refmpi_leave_comm(comm, rc);
}

#define CREATE(name, Kind, KIND, field)                                        \
    int PMPI_##name(MPI_##Kind##_copy_attr_function *copy_fn,                  \
                    MPI_##Kind##_delete_attr_function *delete_fn, int *keyval, \
                    void *extra_state)                                         \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        struct keyval *made = NULL;                                            \
        int rc = keyval_new(REFMPI_KEYVAL_##KIND, extra_state, keyval, &made); \
        if (rc == MPI_SUCCESS) {                                               \
            made->copy.field = copy_fn;                                        \
            made->delete.field = delete_fn;                                    \
        }                                                                      \
        return refmpi_leave_comm(NULL, rc);                                    \
    }

#define FREE(name, KIND)                                                       \
    int PMPI_##name(int *keyval)                                               \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return keyval_free(REFMPI_KEYVAL_##KIND, keyval);                      \
    }

CREATE(Comm_create_keyval, Comm, COMM, comm)
REFMPI_ALIAS(Comm_create_keyval)
CREATE(Keyval_create, Comm, COMM, comm)
REFMPI_ALIAS(Keyval_create)
CREATE(Type_create_keyval, Type, TYPE, type)
REFMPI_ALIAS(Type_create_keyval)
CREATE(Win_create_keyval, Win, WIN, win)
REFMPI_ALIAS(Win_create_keyval)
FREE(Comm_free_keyval, COMM)
REFMPI_ALIAS(Comm_free_keyval)
FREE(Keyval_free, COMM)
REFMPI_ALIAS(Keyval_free)
FREE(Type_free_keyval, TYPE)
REFMPI_ALIAS(Type_free_keyval)
FREE(Win_free_keyval, WIN)
REFMPI_ALIAS(Win_free_keyval)

#define COMM_ATTRIBUTES(get_name, set_name, delete_name)                       \
    int PMPI_##get_name(MPI_Comm comm, int keyval, void *value, int *flag)     \
    {                                                                          \
        refmpi_enter("MPI_" #get_name);                                        \
        return comm_get(comm, keyval, value, flag);                            \
    }                                                                          \
    int PMPI_##set_name(MPI_Comm comm, int keyval, void *value)                \
    {                                                                          \
        refmpi_enter("MPI_" #set_name);                                        \
        return comm_set(comm, keyval, value);                                  \
    }                                                                          \
    int PMPI_##delete_name(MPI_Comm comm, int keyval)                          \
    {                                                                          \
        refmpi_enter("MPI_" #delete_name);                                     \
        return comm_delete(comm, keyval);                                      \
    }

COMM_ATTRIBUTES(Comm_get_attr, Comm_set_attr, Comm_delete_attr)
REFMPI_ALIAS(Comm_get_attr)
REFMPI_ALIAS(Comm_set_attr)
REFMPI_ALIAS(Comm_delete_attr)
COMM_ATTRIBUTES(Attr_get, Attr_put, Attr_delete)
REFMPI_ALIAS(Attr_get)
REFMPI_ALIAS(Attr_put)
REFMPI_ALIAS(Attr_delete)

/* -------------------------------------------------------------- datatypes */

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval,
                       void *attribute_val)
{
    refmpi_enter("MPI_Type_set_attr");
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);
    if (!type)
        return refmpi_leave_comm(NULL, MPI_ERR_TYPE);
    int rc = set(REFMPI_KEYVAL_TYPE, datatype, &type->attributes, type_keyval,
                 attribute_val);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_set_attr)

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval,
                       void *attribute_val, int *flag)
{
    refmpi_enter("MPI_Type_get_attr");
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);
    int rc = type ? get(REFMPI_KEYVAL_TYPE, type->attributes, type_keyval,
                        attribute_val, flag)
                  : MPI_ERR_TYPE;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_get_attr)

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    refmpi_enter("MPI_Type_delete_attr");
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);
    if (!type)
        return refmpi_leave_comm(NULL, MPI_ERR_TYPE);
    int rc = delete_value(REFMPI_KEYVAL_TYPE, datatype, &type->attributes,
                          type_keyval);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_delete_attr)

/* ---------------------------------------------------------------- windows */

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    refmpi_enter("MPI_Win_set_attr");
    struct window *window = refmpi_window_from(win);
    int rc = window ? set(REFMPI_KEYVAL_WIN, win, &window->attributes,
                          win_keyval, attribute_val)
                    : MPI_ERR_WIN;
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_set_attr)

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val,
                      int *flag)
{
    refmpi_enter("MPI_Win_get_attr");
    struct window *window = refmpi_window_from(win);
    void *value;
    int rc = MPI_SUCCESS;
    if (!window)
        rc = MPI_ERR_WIN;
    else if (!attribute_val || !flag)
        rc = MPI_ERR_ARG;
    else if (refmpi_window_attribute(window, win_keyval, &value)) {
        *(void **)attribute_val = value;
        *flag = 1;
    } else
        rc = get(REFMPI_KEYVAL_WIN, window->attributes, win_keyval,
                 attribute_val, flag);
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_get_attr)

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    refmpi_enter("MPI_Win_delete_attr");
    struct window *window = refmpi_window_from(win);
    int rc = window ? delete_value(REFMPI_KEYVAL_WIN, win, &window->attributes,
                                   win_keyval)
                    : MPI_ERR_WIN;
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_delete_attr)
