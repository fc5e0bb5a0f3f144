/*
 * fortran_status.c - Fortran routines that are given a status, or a constant in
 * its place (fortran.h).
 */
#include "fortran.h"

#include "calls.h"
#include "dispatch.h"
#include "observe.h"

typedef void status_function(void *, void *, void *, void *, void *, void *);

enum refuses { REFUSES_ONE = 1, REFUSES_ARRAY = 2, REFUSES_BOTH = 3 };

/* What no routine is given. */
static const char nothing;

const void *murmel_fortran_ignore[2] = {&nothing, &nothing};
__thread bool murmel_fortran_refused __attribute__((tls_model("initial-exec")));
__thread const void *murmel_fortran_statuses
    __attribute__((tls_model("initial-exec")));
fortran_status_wrapper *murmel_fortran_status;

#define FORTRAN_NAME(lower, before, refuses) "mpi_" #lower "_",
static const char *const names[] = {FORTRAN_STATUS_ROUTINES(FORTRAN_NAME)};
#undef FORTRAN_NAME

static status_function *real_function[sizeof names / sizeof names[0]];

static bool is_refused(const void *status, enum refuses refuses)
{
    return ((refuses & REFUSES_ONE) != 0 &&
            status == murmel_fortran_ignore[0]) ||
           ((refuses & REFUSES_ARRAY) != 0 &&
            status == murmel_fortran_ignore[1]);
}

static status_function *find_real(enum fortran_status_routine routine)
{
    status_function *real =
        __atomic_load_n(&real_function[routine], __ATOMIC_RELAXED);

    if (real != NULL)
        return real;
    if (murmel_mpi_handle == NULL)
        murmel_resolve(CALL_MPI_Initialized);
    real = (status_function *)dispatch_find_fortran(names[routine]);
    __atomic_store_n(&real_function[routine], real, __ATOMIC_RELAXED);
    return real;
}

/* What is the same in all calls of a routine. */
struct routine {
    enum fortran_status_routine routine;
    unsigned before;
    enum refuses refuses;
};

/* The first call of a routine, and those that are given what is refused. */
static __attribute__((noinline)) void call_slowly(struct routine of,
                                                  const void *return_address,
                                                  void *a, void *b, void *c,
                                                  void *d, void *e, void *f)
{
    struct fortran_call call = {.return_address = return_address,
                                .arguments = {a, b, c, d, e}};
    const void *status = call.arguments[of.before];
    status_function *real = find_real(of.routine);

    if (of.refuses == REFUSES_BOTH && is_refused(status, REFUSES_BOTH) &&
        murmel_fortran_status != NULL && atomic_load(&observe_on)) {
        call.real =
            (fortran_function *)dispatch_find_fortran(names[of.routine]);
        murmel_fortran_status(of.routine, &call);
        return;
    }
    murmel_fortran_refused = is_refused(status, of.refuses);
    real(a, b, c, d, e, f);
    murmel_fortran_refused = false;
}

static inline const void *at(unsigned place, const void *a, const void *b,
                             const void *c, const void *d, const void *e)
{
    return place == 0   ? a
           : place == 1 ? b
           : place == 2 ? c
           : place == 3 ? d
                        : e;
}

/* A jump where the routine is known and the status is none of these.  Open
 * MPI's mpi_f08 calls ompi_x_f. */
#define FORTRAN_NAME(lower, before, refuses)                                   \
    MURMEL_EXPORT status_function mpi_##lower##_;                              \
    void mpi_##lower##_(void *a, void *b, void *c, void *d, void *e, void *f)  \
    {                                                                          \
        static const struct routine of = {FORTRAN_STATUS_##lower, before,      \
                                          refuses};                            \
        status_function *real = __atomic_load_n(                               \
            &real_function[FORTRAN_STATUS_##lower], __ATOMIC_RELAXED);         \
        const void *status = at(before, a, b, c, d, e);                        \
                                                                               \
        if (refuses == REFUSES_ONE)                                            \
            murmel_fortran_statuses =                                          \
                is_refused(status, REFUSES_BOTH) ? NULL : status;              \
        if (real != NULL && !is_refused(status, refuses))                      \
            real(a, b, c, d, e, f);                                            \
        else                                                                   \
            call_slowly(of, __builtin_return_address(0), a, b, c, d, e, f);    \
    }                                                                          \
    extern MURMEL_EXPORT status_function ompi_##lower##_f                      \
        __attribute__((alias("mpi_" #lower "_")));
FORTRAN_STATUS_ROUTINES(FORTRAN_NAME)
#undef FORTRAN_NAME
