#include "fortran.h"

#include "calls.h"
#include "dispatch.h"
#include "observe.h"

#include <dlfcn.h>
#include <string.h>

fortran_wrapper *murmel_fortran[FORTRAN_COUNT];

static fortran_function *real_function[FORTRAN_COUNT];

#define FORTRAN_NAME(lower, upper, mixed, count) "mpi_" #lower "_",
static const char *const names[] = {FORTRAN_ROUTINES(FORTRAN_NAME)};
#undef FORTRAN_NAME

#define FORTRAN_NAME(lower, upper, mixed, count) count - 1,
static const unsigned char ierror_at[] = {FORTRAN_ROUTINES(FORTRAN_NAME)};
#undef FORTRAN_NAME

static fortran_function *find_real(enum fortran_routine routine)
{
    if (murmel_mpi_handle == NULL)
        murmel_resolve(CALL_MPI_Initialized);
    if (real_function[routine] == NULL)
        real_function[routine] =
            (fortran_function *)dispatch_find_fortran(names[routine]);
    return real_function[routine];
}

static void dispatch(enum fortran_routine routine, const void *return_address,
                     void *a, void *b, void *c, void *d, void *e)
{
    struct fortran_call call = {.return_address = return_address,
                                .real = find_real(routine),
                                .arguments = {a, b, c, d, e}};
    fortran_wrapper *wrapper = murmel_fortran[routine];
    void **ierror = &call.arguments[ierror_at[routine]];
    int unused;

    if (*ierror == NULL) /* optional in `use mpi_f08` */
        *ierror = &unused;
    if (wrapper != NULL && atomic_load(&observe_on))
        wrapper(&call);
    else
        call.real(call.arguments[0], call.arguments[1], call.arguments[2],
                  call.arguments[3], call.arguments[4]);
}

/* The names that compilers give to a routine, the profiling ones, and what
 * the mpi_f08 modules call: Open MPI ompi_x_f, MPICH mpi_x_f08_. */
#define ALIAS(name, of)                                                        \
    extern MURMEL_EXPORT fortran_function name __attribute__((alias(#of)));
#define FORTRAN_NAME(lower, upper, mixed, count)                               \
    MURMEL_EXPORT fortran_function mpi_##lower##_;                             \
    void mpi_##lower##_(void *a, void *b, void *c, void *d, void *e)           \
    {                                                                          \
        dispatch(FORTRAN_##upper, __builtin_return_address(0), a, b, c, d, e); \
    }                                                                          \
    ALIAS(mpi_##lower##__, mpi_##lower##_)                                     \
    ALIAS(mpi_##lower, mpi_##lower##_)                                         \
    ALIAS(MPI_##upper, mpi_##lower##_)                                         \
    ALIAS(pmpi_##lower##_, mpi_##lower##_)                                     \
    ALIAS(pmpi_##lower##__, mpi_##lower##_)                                    \
    ALIAS(pmpi_##lower, mpi_##lower##_)                                        \
    ALIAS(PMPI_##upper, mpi_##lower##_)                                        \
    ALIAS(ompi_##lower##_f, mpi_##lower##_)
FORTRAN_ROUTINES(FORTRAN_NAME)
#undef FORTRAN_NAME

#define F08(lower)                                                             \
    ALIAS(mpi_##lower##_f08_, mpi_##lower##_)                                  \
    ALIAS(pmpir_##lower##_f08_, mpi_##lower##_)
F08(comm_get_attr)
F08(comm_set_attr)
F08(type_get_attr)
F08(type_set_attr)
F08(win_get_attr)
F08(win_set_attr)
F08(comm_create_errhandler)
F08(file_create_errhandler)
F08(win_create_errhandler)
