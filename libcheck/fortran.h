/*
 * fortran.h - the few Fortran routines that do not come by the C functions.
 *
 * All others call PMPI_X, where stubs.S sees them.  These go straight into
 * the MPI (which of them do differs between MPICH and Open MPI), because
 * their arguments have another form than in C, so they are caught by their
 * Fortran names.  An implementation's `use mpi_f08` comes by the same names,
 * or by some of its own that take the same arguments.
 */
#ifndef MURMEL_FORTRAN_H
#define MURMEL_FORTRAN_H

#include "client.h"

/* X(name in Fortran, the same in upper case, name in C, number of arguments
 * with the last, ierror) */
#define FORTRAN_ROUTINES(X)                                                    \
    X(attr_get, ATTR_GET, Attr_get, 5)                                         \
    X(attr_put, ATTR_PUT, Attr_put, 4)                                         \
    X(comm_get_attr, COMM_GET_ATTR, Comm_get_attr, 5)                          \
    X(comm_set_attr, COMM_SET_ATTR, Comm_set_attr, 4)                          \
    X(type_get_attr, TYPE_GET_ATTR, Type_get_attr, 5)                          \
    X(type_set_attr, TYPE_SET_ATTR, Type_set_attr, 4)                          \
    X(win_get_attr, WIN_GET_ATTR, Win_get_attr, 5)                             \
    X(win_set_attr, WIN_SET_ATTR, Win_set_attr, 4)                             \
    X(keyval_create, KEYVAL_CREATE, Keyval_create, 5)                          \
    X(comm_create_keyval, COMM_CREATE_KEYVAL, Comm_create_keyval, 5)           \
    X(type_create_keyval, TYPE_CREATE_KEYVAL, Type_create_keyval, 5)           \
    X(win_create_keyval, WIN_CREATE_KEYVAL, Win_create_keyval, 5)              \
    X(errhandler_create, ERRHANDLER_CREATE, Errhandler_create, 3)              \
    X(comm_create_errhandler, COMM_CREATE_ERRHANDLER, Comm_create_errhandler,  \
      3)                                                                       \
    X(file_create_errhandler, FILE_CREATE_ERRHANDLER, File_create_errhandler,  \
      3)                                                                       \
    X(win_create_errhandler, WIN_CREATE_ERRHANDLER, Win_create_errhandler, 3)  \
    X(type_match_size, TYPE_MATCH_SIZE, Type_match_size, 4)

#define FORTRAN_NAME(lower, upper, mixed, count) FORTRAN_##upper,
enum fortran_routine { FORTRAN_ROUTINES(FORTRAN_NAME) FORTRAN_COUNT };
#undef FORTRAN_NAME

/* All arguments of these are addresses, five at the most; those that a
 * routine does not have are passed on as they are. */
typedef void fortran_function(void *, void *, void *, void *, void *);

struct fortran_call {
    const void *return_address;
    fortran_function *real;
    void *arguments[5];
};

/* Calls call->real, and records the call. */
typedef void fortran_wrapper(const struct fortran_call *call);

/* A flavour puts its wrappers here when it is loaded, for those routines
 * that do not come by the C functions in its MPI. */
extern MURMEL_EXPORT fortran_wrapper *murmel_fortran[FORTRAN_COUNT];

/*
 * Those of Open MPI that hide from the C function which status they were given:
 * they give it one of their own, or do not call it.  They are jumped through,
 * but for the constant that may not stand there.
 *
 * X(name in Fortran, number of arguments before the status, which constants
 * may not stand there)
 */
#define FORTRAN_STATUS_ROUTINES(X)                                             \
    X(wait, 1, REFUSES_ARRAY)                                                  \
    X(waitall, 2, REFUSES_ONE)                                                 \
    X(waitany, 3, REFUSES_ARRAY)                                               \
    X(waitsome, 4, REFUSES_ONE)                                                \
    X(test, 2, REFUSES_ARRAY)                                                  \
    X(testall, 3, REFUSES_ONE)                                                 \
    X(testany, 4, REFUSES_ARRAY)                                               \
    X(testsome, 4, REFUSES_ONE)                                                \
    X(request_get_status, 2, REFUSES_ARRAY)                                    \
    X(get_count, 0, REFUSES_BOTH)                                              \
    X(get_elements, 0, REFUSES_BOTH)                                           \
    X(get_elements_x, 0, REFUSES_BOTH)                                         \
    X(test_cancelled, 0, REFUSES_BOTH)

#define FORTRAN_NAME(lower, before, refuses) FORTRAN_STATUS_##lower,
enum fortran_status_routine { FORTRAN_STATUS_ROUTINES(FORTRAN_NAME) };
#undef FORTRAN_NAME

/* MPI_STATUS_IGNORE [0] and MPI_STATUSES_IGNORE [1], set by the flavour whose
 * routines hide them. */
extern MURMEL_EXPORT const void *murmel_fortran_ignore[2];

/* The routine that this thread is in was given the one that may not stand
 * there. */
extern MURMEL_EXPORT __thread bool murmel_fortran_refused
    __attribute__((tls_model("initial-exec")));

/* The array of statuses that the routine was given that this thread is in;
 * NULL: it was given a constant.  Set by those that have one. */
extern MURMEL_EXPORT __thread const void *murmel_fortran_statuses
    __attribute__((tls_model("initial-exec")));

/* The flavour's: records such a call, which the C function does not see, and
 * calls call->real. */
typedef void fortran_status_wrapper(enum fortran_status_routine routine,
                                    const struct fortran_call *call);
extern MURMEL_EXPORT fortran_status_wrapper *murmel_fortran_status;

#endif
