/*
 * fortran.c - records the routines of fortran.h.  Compiled once for each
 * flavour, as the wrappers are, with its mpi.h.
 */
#include "fortran.h"

#include "encode.h"

#if defined(MURMEL_FLAVOUR_OPENMPI)
#define FROM_FORTRAN(type, fint) REAL(MPI_##type##_f2c)(fint)
#else
#define FROM_FORTRAN(type, fint) MPI_##type##_f2c(fint)
#endif

static MPI_Fint argument(const struct fortran_call *call, unsigned i)
{
    return *(const MPI_Fint *)call->arguments[i];
}

static void call_real(const struct fortran_call *call)
{
    call->real(call->arguments[0], call->arguments[1], call->arguments[2],
               call->arguments[3], call->arguments[4]);
}

/* Records that a call begins, with `in` words.  False: it is made, unseen. */
static bool record_enter(const struct fortran_call *call,
                         struct murmel_call *recorded, unsigned id,
                         const uint64_t *in, unsigned in_count)
{
    uint64_t *words;

    if (!murmel_call_begins(recorded, id, call->return_address)) {
        call_real(call);
        return false;
    }
    recorded->flags |= RECORD_FORTRAN;
    words = murmel_enter(recorded, in_count * sizeof *in);
    if (words != NULL) {
        for (unsigned i = 0; i < in_count; i++)
            words[i] = in[i];
        murmel_publish(recorded);
    }
    return true;
}

/* Records a call with `in` words before and, after, the result and perhaps
 * what *out then holds. */
static void record(const struct fortran_call *call, unsigned id, bool query,
                   const uint64_t *in, unsigned in_count, unsigned ierror_at,
                   uint64_t (*out)(const struct fortran_call *call))
{
    struct murmel_call recorded;
    uint64_t *words;
    MPI_Fint result;

    if (!record_enter(call, &recorded, id, in, in_count))
        return;
    call_real(call);
    result = argument(call, ierror_at);
    if (!query || result != MPI_SUCCESS)
        words = murmel_exit(&recorded, (out == NULL ? 1 : 2) * sizeof *words);
    else
        words = NULL;
    if (words != NULL) {
        words[0] = (uint64_t)encode_result(result);
        if (out != NULL)
            words[1] = out(call);
        murmel_publish(&recorded);
    }
    murmel_call_ends(&recorded);
}

#define HAS_WORDS(mixed, count)                                                \
    _Static_assert(sizeof(struct call_MPI_##mixed) == (count)*8,               \
                   "the table has other words for MPI_" #mixed);

#define ATTRIBUTE(mixed, type, encode, query, ierror_at)                       \
    HAS_WORDS(mixed, 3)                                                        \
    static void wrap_##mixed(const struct fortran_call *call)                  \
    {                                                                          \
        uint64_t in[] = {encode(FROM_FORTRAN(type, argument(call, 0))),        \
                         (uint64_t)encode_keyval(argument(call, 1))};          \
                                                                               \
        record(call, CALL_MPI_##mixed, query, in, 2, ierror_at, NULL);         \
    }
ATTRIBUTE(Attr_get, Comm, encode_comm, true, 4)
ATTRIBUTE(Attr_put, Comm, encode_comm, false, 3)
ATTRIBUTE(Comm_get_attr, Comm, encode_comm, true, 4)
ATTRIBUTE(Comm_set_attr, Comm, encode_comm, false, 3)
ATTRIBUTE(Type_get_attr, Type, encode_datatype, true, 4)
ATTRIBUTE(Type_set_attr, Type, encode_datatype, false, 3)
ATTRIBUTE(Win_get_attr, Win, encode_win, true, 4)
ATTRIBUTE(Win_set_attr, Win, encode_win, false, 3)

/* The Fortran of MPICH 5 makes error handlers by a function of its own. */
#if defined(MURMEL_FLAVOUR_OPENMPI) ||                                         \
    (defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 50000000)
#define MAKES_ERRHANDLERS
#endif

#define CREATE(mixed, ierror_at, out)                                          \
    HAS_WORDS(mixed, 2)                                                        \
    static void wrap_##mixed(const struct fortran_call *call)                  \
    {                                                                          \
        record(call, CALL_MPI_##mixed, false, NULL, 0, ierror_at, out);        \
    }

#if defined(MAKES_ERRHANDLERS)

static uint64_t new_errhandler(const struct fortran_call *call)
{
    if (argument(call, 2) != MPI_SUCCESS)
        return NEUTRAL_ERRHANDLER_NULL;
    return encode_errhandler(FROM_FORTRAN(Errhandler, argument(call, 1)));
}

CREATE(Errhandler_create, 2, new_errhandler)
CREATE(Comm_create_errhandler, 2, new_errhandler)
CREATE(File_create_errhandler, 2, new_errhandler)
CREATE(Win_create_errhandler, 2, new_errhandler)

#endif

#if defined(MURMEL_FLAVOUR_OPENMPI)

static uint64_t new_keyval(const struct fortran_call *call)
{
    if (argument(call, 4) != MPI_SUCCESS)
        return (uint64_t)NEUTRAL_UNREAD;
    return (uint64_t)encode_keyval(argument(call, 2));
}

CREATE(Keyval_create, 4, new_keyval)
CREATE(Comm_create_keyval, 4, new_keyval)
CREATE(Type_create_keyval, 4, new_keyval)
CREATE(Win_create_keyval, 4, new_keyval)

HAS_WORDS(Type_match_size, 3)
HAS_WORDS(Get_count, 2)
HAS_WORDS(Get_elements, 2)
HAS_WORDS(Get_elements_x, 2)
HAS_WORDS(Test_cancelled, 1)

static void wrap_Type_match_size(const struct fortran_call *call)
{
    uint64_t in[] = {(uint64_t)encode_typeclass(argument(call, 0)),
                     (uint64_t)encode_number(argument(call, 1))};

    record(call, CALL_MPI_Type_match_size, true, in, 2, 3, NULL);
}

/* Queries of a constant: that of MPI_STATUS_IGNORE the routine answers by
 * itself, that of the other it refuses. */
static void wrap_status(enum fortran_status_routine routine,
                        const struct fortran_call *call)
{
    static const uint16_t ids[] = {
        [FORTRAN_STATUS_get_count] = CALL_MPI_Get_count,
        [FORTRAN_STATUS_get_elements] = CALL_MPI_Get_elements,
        [FORTRAN_STATUS_get_elements_x] = CALL_MPI_Get_elements_x,
        [FORTRAN_STATUS_test_cancelled] = CALL_MPI_Test_cancelled};
    bool typed = routine != FORTRAN_STATUS_test_cancelled;
    struct murmel_call recorded;
    uint64_t in[1] = {0};

    if (typed)
        in[0] = encode_datatype(FROM_FORTRAN(Type, argument(call, 1)));
    if (!record_enter(call, &recorded, ids[routine], in, typed))
        return;
    encode_nulls(&recorded, 1, 1);
    call_real(call);
    murmel_call_ends(&recorded);
}

#endif

/* libmurmel.so finds the wrappers when it opens this library. */
static __attribute__((constructor)) void fortran_constructor(void)
{
    murmel_fortran[FORTRAN_ATTR_GET] = wrap_Attr_get;
    murmel_fortran[FORTRAN_ATTR_PUT] = wrap_Attr_put;
    murmel_fortran[FORTRAN_COMM_GET_ATTR] = wrap_Comm_get_attr;
    murmel_fortran[FORTRAN_COMM_SET_ATTR] = wrap_Comm_set_attr;
    murmel_fortran[FORTRAN_TYPE_GET_ATTR] = wrap_Type_get_attr;
    murmel_fortran[FORTRAN_TYPE_SET_ATTR] = wrap_Type_set_attr;
    murmel_fortran[FORTRAN_WIN_GET_ATTR] = wrap_Win_get_attr;
    murmel_fortran[FORTRAN_WIN_SET_ATTR] = wrap_Win_set_attr;
#if defined(MAKES_ERRHANDLERS)
    murmel_fortran[FORTRAN_ERRHANDLER_CREATE] = wrap_Errhandler_create;
    murmel_fortran[FORTRAN_COMM_CREATE_ERRHANDLER] =
        wrap_Comm_create_errhandler;
    murmel_fortran[FORTRAN_FILE_CREATE_ERRHANDLER] =
        wrap_File_create_errhandler;
    murmel_fortran[FORTRAN_WIN_CREATE_ERRHANDLER] = wrap_Win_create_errhandler;
#endif
#if defined(MURMEL_FLAVOUR_OPENMPI)
    murmel_fortran[FORTRAN_KEYVAL_CREATE] = wrap_Keyval_create;
    murmel_fortran[FORTRAN_COMM_CREATE_KEYVAL] = wrap_Comm_create_keyval;
    murmel_fortran[FORTRAN_TYPE_CREATE_KEYVAL] = wrap_Type_create_keyval;
    murmel_fortran[FORTRAN_WIN_CREATE_KEYVAL] = wrap_Win_create_keyval;
    murmel_fortran[FORTRAN_TYPE_MATCH_SIZE] = wrap_Type_match_size;
    murmel_fortran_status = wrap_status;
#endif
}
