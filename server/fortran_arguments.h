/*
 * fortran_arguments.h - a call of Fortran's against the routine that it calls.
 *
 * The routines of mpif.h, and some of `use mpi`, take what they are given: no
 * compiler counts the arguments, or asks of which type they are.  The text of
 * the call is read for that, and the types of the variables in it.
 */
#ifndef MURMEL_FORTRAN_ARGUMENTS_H
#define MURMEL_FORTRAN_ARGUMENTS_H

#include "call.h"
#include "stack.h"

#include <stdbool.h>

struct fortran_fault {
    unsigned given, wanted; /* arguments, with ierror; alike: it is a type */
    unsigned at;            /* 1, 2, ... as Fortran counts: of which type ... */
    char *text;             /* ... as it is written, in given more, too; */
    const char *name;       /* the parameter's, "ierror" the last's; */
    const char *type;       /* "integer(kind=4)", which it is; and ought to: */
    const char *wants;      /* "INTEGER(KIND=MPI_ADDRESS_KIND)" */
    uint64_t size, wants_size; /* bytes of both */
};

/* What is wrong with the call at the stack's innermost frame, the first; NULL:
 * nothing, or it is not known (on other machines than x86-64, without the
 * source, of modules that have interfaces).  Stays until program_end. */
const struct fortran_fault *fortran_arguments(const struct stack *stack,
                                              const struct call_info *info);

/* Forgets all. */
void fortran_arguments_end(void);

#endif
