/* errhandler.c - error handlers and what happens when a call fails. */
#include "errhandler.h"
#include "segment.h"
#include "window.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum errhandler_kind {
    ERRHANDLER_FATAL,
    ERRHANDLER_ABORT,
    ERRHANDLER_RETURN,
    ERRHANDLER_COMM,
    ERRHANDLER_WIN,
    ERRHANDLER_FILE,
    ERRHANDLER_SESSION
};

struct errhandler {
    struct object object;
    enum errhandler_kind kind;
    union {
        MPI_Comm_errhandler_function *comm;
        MPI_Win_errhandler_function *win;
        MPI_File_errhandler_function *file;
        MPI_Session_errhandler_function *session;
    } function;
};

static struct errhandler fatal = {
    {REFMPI_MAGIC_ERRHANDLER, 1}, ERRHANDLER_FATAL, {NULL}};
static struct errhandler aborts = {
    {REFMPI_MAGIC_ERRHANDLER, 1}, ERRHANDLER_ABORT, {NULL}};
static struct errhandler returns = {
    {REFMPI_MAGIC_ERRHANDLER, 1}, ERRHANDLER_RETURN, {NULL}};
/* That of MPI_FILE_NULL, which new files would get. */
static struct errhandler *file_default = &returns;

struct errhandler *refmpi_errhandler_fatal(void)
{
    return &fatal;
}

struct errhandler *refmpi_errhandler_initial(void)
{
    const char *name = getenv(SEGMENT_ENV_ERRHANDLER);
    if (name && strcmp(name, "mpi_errors_return") == 0)
        return &returns;
    return name && strcmp(name, "mpi_errors_abort") == 0 ? &aborts : &fatal;
}

static bool is_predefined(const struct errhandler *errhandler)
{
    return errhandler->kind <= ERRHANDLER_RETURN;
}

static struct errhandler *errhandler_from(MPI_Errhandler handle)
{
    if (handle == MPI_ERRORS_ARE_FATAL)
        return &fatal;
    if (handle == MPI_ERRORS_ABORT)
        return &aborts;
    if (handle == MPI_ERRORS_RETURN)
        return &returns;
    return refmpi_is_object(handle, REFMPI_MAGIC_ERRHANDLER)
               ? (struct errhandler *)(void *)handle
               : NULL;
}

static MPI_Errhandler errhandler_handle(struct errhandler *errhandler)
{
    if (!errhandler || errhandler == &fatal)
        return MPI_ERRORS_ARE_FATAL;
    if (errhandler == &aborts)
        return MPI_ERRORS_ABORT;
    if (errhandler == &returns)
        return MPI_ERRORS_RETURN;
    return (MPI_Errhandler)(void *)errhandler;
}

struct errhandler *refmpi_errhandler_retain(struct errhandler *errhandler)
{
    if (errhandler && !is_predefined(errhandler))
        errhandler->object.references++;
    return errhandler;
}

void refmpi_errhandler_release(struct errhandler *errhandler)
{
    if (!errhandler || is_predefined(errhandler) ||
        --errhandler->object.references > 0)
        return;
    errhandler->object.magic = 0;
    free(errhandler);
}

/* ---------------------------------------------------------------- raising */

static _Noreturn void die(const char *function, const char *object, int code)
{
    const char *name = refmpi_error_name(code);
    fprintf(stderr, "murmel-mpi: rank %d: %s%s%s: %s%s%s\n", refmpi.rank,
            function ? function : "MPI", *object ? " on " : "", object,
            name ? name : "", name ? ": " : "", refmpi_error_text(code));
    refmpi_abort_job(code);
}

void refmpi_fatal(const char *function, const char *text)
{
    fprintf(stderr, "murmel-mpi: rank %d: %s%s%s\n", refmpi.rank,
            function ? function : "", function ? ": " : "", text);
    refmpi_abort_job(1);
}

/* What a call failed on: one of them. */
union failed {
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
    MPI_Session session;
};

/* Ends a public function that failed. The handler runs without the lock, and
 * may be freed or replaced while it does. */
static int raise_error(struct errhandler *errhandler, union failed *failed,
                       const char *object, int code)
{
    refmpi_errhandler_retain(errhandler);
    const char *function = refmpi_leave();
    switch (errhandler->kind) {
    case ERRHANDLER_RETURN:
        return code;
    case ERRHANDLER_COMM:
        errhandler->function.comm(&failed->comm, &code);
        break;
    case ERRHANDLER_WIN:
        errhandler->function.win(&failed->win, &code);
        break;
    case ERRHANDLER_FILE:
        errhandler->function.file(&failed->file, &code);
        break;
    case ERRHANDLER_SESSION:
        errhandler->function.session(&failed->session, &code);
        break;
    default:
        die(function, object, code);
    }
    refmpi_enter_any(function);
    refmpi_errhandler_release(errhandler);
    refmpi_leave();
    return code;
}

int refmpi_leave_comm(struct comm *comm, int rc)
{
    if (__builtin_expect(rc == MPI_SUCCESS, 1)) {
        refmpi_leave();
        return MPI_SUCCESS;
    }
    if (!comm)
        comm = refmpi.self;
    union failed failed = {.comm =
                               comm ? refmpi_comm_handle(comm) : MPI_COMM_NULL};
    return raise_error(comm ? comm->errhandler : refmpi_errhandler_initial(),
                       &failed, comm ? comm->name : "", rc);
}

int refmpi_leave_held(struct comm *comm, int rc)
{
    rc = refmpi_leave_comm(comm, rc);
    refmpi_enter_any(NULL);
    refmpi_comm_release(comm);
    refmpi_leave();
    return rc;
}

int refmpi_leave_win(struct window *window, int rc)
{
    if (rc == MPI_SUCCESS || !window)
        return refmpi_leave_comm(NULL, rc);
    union failed failed = {.win = refmpi_window_handle(window)};
    return raise_error(window->errhandler ? window->errhandler : &fatal,
                       &failed, "a window", rc);
}

/* ----------------------------------------------------------- public: life */

static int create(enum errhandler_kind kind, struct errhandler **made,
                  const void *output)
{
    if (!output)
        return MPI_ERR_ARG;
    struct errhandler *errhandler = calloc(1, sizeof *errhandler);
    if (!errhandler)
        return MPI_ERR_NO_MEM;
    errhandler->object = (struct object){REFMPI_MAGIC_ERRHANDLER, 1};
    errhandler->kind = kind;
    *made = errhandler;
    return MPI_SUCCESS;
}

#define CREATE(Kind, KIND, field)                                              \
    int PMPI_##Kind##_create_errhandler(                                       \
        MPI_##Kind##_errhandler_function *function,                            \
        MPI_Errhandler *errhandler)                                            \
    {                                                                          \
        refmpi_enter_any("MPI_" #Kind "_create_errhandler");                   \
        struct errhandler *made = NULL;                                        \
        int rc = function ? create(ERRHANDLER_##KIND, &made, errhandler)       \
                          : MPI_ERR_ARG;                                       \
        if (rc == MPI_SUCCESS) {                                               \
            made->function.field = function;                                   \
            *errhandler = errhandler_handle(made);                             \
        }                                                                      \
        return refmpi_leave_comm(NULL, rc);                                    \
    }

CREATE(Comm, COMM, comm)
REFMPI_ALIAS(Comm_create_errhandler)
CREATE(Win, WIN, win)
REFMPI_ALIAS(Win_create_errhandler)
CREATE(File, FILE, file)
REFMPI_ALIAS(File_create_errhandler)
CREATE(Session, SESSION, session)
REFMPI_ALIAS(Session_create_errhandler)

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    refmpi_enter_any("MPI_Errhandler_free");
    struct errhandler *e = errhandler ? errhandler_from(*errhandler) : NULL;
    if (!e)
        return refmpi_leave_comm(NULL, MPI_ERR_ERRHANDLER);
    refmpi_errhandler_release(e);
    *errhandler = MPI_ERRHANDLER_NULL;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Errhandler_free)

/* ------------------------------------------------------- public: use */

/* Replaces the handler in *place with one of that kind or a predefined. */
static int set(struct errhandler **place, MPI_Errhandler handle,
               enum errhandler_kind kind)
{
    struct errhandler *errhandler = errhandler_from(handle);
    if (!errhandler || (!is_predefined(errhandler) && errhandler->kind != kind))
        return MPI_ERR_ERRHANDLER;
    refmpi_errhandler_retain(errhandler);
    refmpi_errhandler_release(*place);
    *place = errhandler;
    return MPI_SUCCESS;
}

static int get(struct errhandler *errhandler, MPI_Errhandler *handle)
{
    if (!handle)
        return MPI_ERR_ARG;
    *handle = errhandler_handle(refmpi_errhandler_retain(errhandler));
    return MPI_SUCCESS;
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    refmpi_enter("MPI_Comm_set_errhandler");
    struct comm *c = refmpi_comm_from(comm);
    int rc =
        c ? set(&c->errhandler, errhandler, ERRHANDLER_COMM) : MPI_ERR_COMM;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    refmpi_enter("MPI_Comm_get_errhandler");
    struct comm *c = refmpi_comm_from(comm);
    int rc = c ? get(c->errhandler, errhandler) : MPI_ERR_COMM;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_get_errhandler)

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    refmpi_enter("MPI_Comm_call_errhandler");
    struct comm *c = refmpi_comm_from(comm);
    if (!c)
        return refmpi_leave_comm(NULL, MPI_ERR_COMM);
    refmpi_leave_comm(c, errorcode);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Comm_call_errhandler)

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    refmpi_enter("MPI_Win_set_errhandler");
    struct window *w = refmpi_window_from(win);
    int rc = w ? set(&w->errhandler, errhandler, ERRHANDLER_WIN) : MPI_ERR_WIN;
    return refmpi_leave_win(w, rc);
}
REFMPI_ALIAS(Win_set_errhandler)

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    refmpi_enter("MPI_Win_get_errhandler");
    struct window *w = refmpi_window_from(win);
    int rc = w ? get(w->errhandler, errhandler) : MPI_ERR_WIN;
    return refmpi_leave_win(w, rc);
}
REFMPI_ALIAS(Win_get_errhandler)

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    refmpi_enter("MPI_Win_call_errhandler");
    struct window *w = refmpi_window_from(win);
    if (!w)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    refmpi_leave_win(w, errorcode);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Win_call_errhandler)

/* There are no files here: only the default handler can be spoken of. */
int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    refmpi_enter("MPI_File_set_errhandler");
    int rc = file == MPI_FILE_NULL
                 ? set(&file_default, errhandler, ERRHANDLER_FILE)
                 : MPI_ERR_FILE;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(File_set_errhandler)

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    refmpi_enter("MPI_File_get_errhandler");
    int rc =
        file == MPI_FILE_NULL ? get(file_default, errhandler) : MPI_ERR_FILE;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(File_get_errhandler)

/* By default the error is returned, and most programs ask for none: their user
 * is told. */
static void tell_no_files(void)
{
    if (!atomic_exchange(&refmpi_segment()->no_files, 1))
        fprintf(stderr,
                "murmel-mpi: rank %d: this MPI has no files: all calls that "
                "open, read or write one fail\n",
                refmpi.rank);
}

int refmpi_leave_file(int rc)
{
    union failed failed = {.file = MPI_FILE_NULL};
    if (rc == MPI_ERR_UNSUPPORTED_OPERATION)
        tell_no_files();
    if (rc == MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    return raise_error(file_default, &failed, "a file", rc);
}

int PMPI_File_call_errhandler(MPI_File file, int errorcode)
{
    refmpi_enter("MPI_File_call_errhandler");
    if (file != MPI_FILE_NULL)
        return refmpi_leave_file(MPI_ERR_FILE);
    refmpi_leave_file(errorcode);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(File_call_errhandler)

/* -------------------------------------------------------------- sessions */

int refmpi_errhandler_of_session(struct errhandler **place,
                                 MPI_Errhandler handle)
{
    return set(place, handle, ERRHANDLER_SESSION);
}

MPI_Errhandler refmpi_errhandler_handle(struct errhandler *errhandler)
{
    return errhandler_handle(refmpi_errhandler_retain(errhandler));
}

int refmpi_leave_session(struct errhandler *const *errhandler,
                         MPI_Session session, int rc)
{
    union failed failed = {.session = session};
    if (rc == MPI_SUCCESS || !errhandler)
        return refmpi_leave_comm(NULL, rc);
    return raise_error(*errhandler, &failed, "a session", rc);
}

int refmpi_errhandler_of_comm(struct comm *comm, MPI_Errhandler handle)
{
    return set(&comm->errhandler, handle, ERRHANDLER_COMM);
}
