/* error.c - error classes and codes, and what they are called. */
#include "errhandler.h"
#include <stdlib.h>
#include <string.h>

#define E(name, text)                                                          \
    {                                                                          \
        MPI_##name, "MPI_" #name, text                                         \
    }

static const struct {
    int code;
    const char *name;
    const char *text;
} known[] = {
    E(SUCCESS, "no error"),
    E(ERR_BUFFER, "invalid buffer"),
    E(ERR_COUNT, "invalid count"),
    E(ERR_TYPE, "invalid or uncommitted datatype"),
    E(ERR_TAG, "invalid tag"),
    E(ERR_COMM, "invalid communicator"),
    E(ERR_RANK, "invalid rank"),
    E(ERR_REQUEST, "invalid request"),
    E(ERR_ROOT, "invalid root"),
    E(ERR_GROUP, "invalid group"),
    E(ERR_OP, "invalid reduction operation"),
    E(ERR_TOPOLOGY, "invalid topology"),
    E(ERR_DIMS, "invalid dimensions"),
    E(ERR_ARG, "invalid argument"),
    E(ERR_UNKNOWN, "unknown error"),
    E(ERR_TRUNCATE, "message does not fit the receive buffer"),
    E(ERR_OTHER, "other error"),
    E(ERR_INTERN, "error inside the MPI library"),
    E(ERR_PENDING, "operation still pending"),
    E(ERR_IN_STATUS, "the error is in the status"),
    E(ERR_ACCESS, "permission denied"),
    E(ERR_AMODE, "invalid access mode"),
    E(ERR_ASSERT, "invalid assertion"),
    E(ERR_BAD_FILE, "invalid file name"),
    E(ERR_BASE, "invalid base address"),
    E(ERR_CONVERSION, "error in a data conversion function"),
    E(ERR_DISP, "invalid displacement"),
    E(ERR_DUP_DATAREP, "data representation defined twice"),
    E(ERR_FILE_EXISTS, "file exists"),
    E(ERR_FILE_IN_USE, "file in use"),
    E(ERR_FILE, "invalid file"),
    E(ERR_INFO_KEY, "info key too long or empty"),
    E(ERR_INFO_NOKEY, "no such info key"),
    E(ERR_INFO_VALUE, "info value too long or empty"),
    E(ERR_INFO, "invalid info"),
    E(ERR_IO, "input or output error"),
    E(ERR_KEYVAL, "invalid keyval"),
    E(ERR_LOCKTYPE, "invalid lock type"),
    E(ERR_NAME, "no such service name"),
    E(ERR_NO_MEM, "out of memory"),
    E(ERR_NOT_SAME, "arguments differ between processes"),
    E(ERR_NO_SPACE, "no space left"),
    E(ERR_NO_SUCH_FILE, "no such file"),
    E(ERR_PORT, "invalid port"),
    E(ERR_QUOTA, "quota exceeded"),
    E(ERR_READ_ONLY, "read-only file or file system"),
    E(ERR_RMA_ATTACH, "memory cannot be attached"),
    E(ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    E(ERR_RMA_RANGE, "target memory is not part of the window"),
    E(ERR_RMA_SHARED, "memory cannot be shared"),
    E(ERR_RMA_SYNC, "wrong synchronization of RMA calls"),
    E(ERR_SERVICE, "service name not published"),
    E(ERR_SIZE, "invalid size"),
    E(ERR_SPAWN, "processes cannot be spawned"),
    E(ERR_UNSUPPORTED_DATAREP, "data representation not supported"),
    E(ERR_UNSUPPORTED_OPERATION, "operation not supported"),
    E(ERR_WIN, "invalid window"),
    E(ERR_RMA_FLAVOR, "wrong flavor of window"),
    E(ERR_PROC_ABORTED, "a process has aborted"),
    E(ERR_VALUE_TOO_LARGE, "value too large for its type"),
    E(ERR_SESSION, "invalid session"),
    E(ERR_ERRHANDLER, "invalid error handler"),
    E(ERR_ABI, "ABI not supported"),
    E(T_ERR_CANNOT_INIT, "tools interface cannot be initialized"),
    E(T_ERR_NOT_ACCESSIBLE, "tools interface function not accessible"),
    E(T_ERR_NOT_INITIALIZED, "tools interface not initialized"),
    E(T_ERR_NOT_SUPPORTED, "tools interface function not supported"),
    E(T_ERR_MEMORY, "tools interface out of memory"),
    E(T_ERR_INVALID, "tools interface used wrongly"),
    E(T_ERR_INVALID_INDEX, "invalid tools index"),
    E(T_ERR_INVALID_ITEM, "invalid tools item"),
    E(T_ERR_INVALID_SESSION, "invalid tools session"),
    E(T_ERR_INVALID_HANDLE, "invalid tools handle"),
    E(T_ERR_INVALID_NAME, "invalid tools name"),
    E(T_ERR_OUT_OF_HANDLES, "out of tools handles"),
    E(T_ERR_OUT_OF_SESSIONS, "out of tools sessions"),
    E(T_ERR_CVAR_SET_NOT_NOW, "control variable cannot be set now"),
    E(T_ERR_CVAR_SET_NEVER, "control variable cannot be set"),
    E(T_ERR_PVAR_NO_WRITE, "performance variable is read-only"),
    E(T_ERR_PVAR_NO_STARTSTOP, "performance variable always runs"),
    E(T_ERR_PVAR_NO_ATOMIC, "performance variable is not atomic"),
    E(ERR_LASTCODE, "last error code"),
};

#define KNOWN ((int)(sizeof known / sizeof *known))

/* What the user added: codes above MPI_ERR_LASTCODE, in order. */
struct added {
    int error_class; /* its own code if it is a class */
    bool is_removed;
    char text[MPI_MAX_ERROR_STRING];
};

static struct added *added;
static int added_count;

static struct added *find_added(int code)
{
    int i = code - MPI_ERR_LASTCODE - 1;
    return i >= 0 && i < added_count && !added[i].is_removed ? &added[i] : NULL;
}

static int find_known(int code)
{
    for (int i = 0; i < KNOWN; i++)
        if (known[i].code == code)
            return i;
    return -1;
}

const char *refmpi_error_text(int code)
{
    const struct added *own = find_added(code);
    if (own)
        return own->text;
    int i = find_known(code);
    return i >= 0 ? known[i].text : "unknown error";
}

const char *refmpi_error_name(int code)
{
    int i = find_known(code);
    return i >= 0 ? known[i].name : NULL;
}

int refmpi_error_last(void)
{
    return MPI_ERR_LASTCODE + added_count;
}

static int add(int error_class, int *code)
{
    struct added *grown =
        realloc(added, ((size_t)added_count + 1) * sizeof *added);
    if (!grown)
        return MPI_ERR_NO_MEM;
    added = grown;
    int number = MPI_ERR_LASTCODE + 1 + added_count;
    struct added *one = &added[added_count++];
    one->error_class = error_class < 0 ? number : error_class;
    one->is_removed = false;
    one->text[0] = '\0';
    *code = number;
    return MPI_SUCCESS;
}

static bool is_class(int code)
{
    const struct added *own = find_added(code);
    return own ? own->error_class == code : find_known(code) >= 0;
}

int PMPI_Error_class(int errorcode, int *errorclass)
{
    refmpi_enter_any("MPI_Error_class");
    const struct added *own = find_added(errorcode);
    int rc = MPI_SUCCESS;
    if (!errorclass)
        rc = MPI_ERR_ARG;
    else if (own)
        *errorclass = own->error_class;
    else
        *errorclass = find_known(errorcode) >= 0 ? errorcode : MPI_ERR_UNKNOWN;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Error_class)

int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    refmpi_enter_any("MPI_Error_string");
    if (!string || !resultlen)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    const char *name = refmpi_error_name(errorcode);
    string[0] = '\0';
    if (name) {
        strcat(string, name);
        strcat(string, ": ");
    }
    strcat(string, refmpi_error_text(errorcode));
    *resultlen = (int)strlen(string);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Error_string)

int PMPI_Add_error_class(int *errorclass)
{
    refmpi_enter_any("MPI_Add_error_class");
    return refmpi_leave_comm(NULL,
                             errorclass ? add(-1, errorclass) : MPI_ERR_ARG);
}
REFMPI_ALIAS(Add_error_class)

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    refmpi_enter_any("MPI_Add_error_code");
    bool is_good = errorcode && is_class(errorclass);
    return refmpi_leave_comm(NULL, is_good ? add(errorclass, errorcode)
                                           : MPI_ERR_ARG);
}
REFMPI_ALIAS(Add_error_code)

static int set_text(int code, const char *text)
{
    struct added *own = find_added(code);
    if (!own || strlen(text) >= sizeof own->text)
        return MPI_ERR_ARG;
    strcpy(own->text, text);
    return MPI_SUCCESS;
}

int PMPI_Add_error_string(int errorcode, const char *string)
{
    refmpi_enter_any("MPI_Add_error_string");
    return refmpi_leave_comm(NULL, string ? set_text(errorcode, string)
                                          : MPI_ERR_ARG);
}
REFMPI_ALIAS(Add_error_string)

/* Removes an added class or code that nothing else stands on. */
static int remove_code(int code, bool is_of_class)
{
    struct added *own = find_added(code);
    if (!own || (own->error_class == code) != is_of_class || *own->text)
        return MPI_ERR_OTHER;
    for (int i = 0; is_of_class && i < added_count; i++)
        if (!added[i].is_removed && &added[i] != own &&
            added[i].error_class == code)
            return MPI_ERR_OTHER;
    own->is_removed = true;
    while (added_count > 0 && added[added_count - 1].is_removed)
        added_count--; /* those numbers come again */
    return MPI_SUCCESS;
}

int PMPI_Remove_error_class(int errorclass)
{
    refmpi_enter_any("MPI_Remove_error_class");
    return refmpi_leave_comm(NULL, remove_code(errorclass, true));
}
REFMPI_ALIAS(Remove_error_class)

int PMPI_Remove_error_code(int errorcode)
{
    refmpi_enter_any("MPI_Remove_error_code");
    return refmpi_leave_comm(NULL, remove_code(errorcode, false));
}
REFMPI_ALIAS(Remove_error_code)

int PMPI_Remove_error_string(int errorcode)
{
    refmpi_enter_any("MPI_Remove_error_string");
    return refmpi_leave_comm(NULL, set_text(errorcode, ""));
}
REFMPI_ALIAS(Remove_error_string)
