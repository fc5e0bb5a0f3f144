/*
 * fortran.c - calls of Fortran's that give a routine other arguments than it
 * takes, which no compiler has looked at (MPI-4.1 2.5, 2.6.2).
 */
#include "families.h"
#include "finding.h"
#include "fortran_arguments.h"
#include "memory.h"
#include "model_event.h"
#include "record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* NULL: none. */
static const struct fortran_fault *fault_of(const struct model_event *event)
{
    const struct call *call = event->call;

    return (call->flags & RECORD_FORTRAN) == 0 || call->stack == NULL
               ? NULL
               : fortran_arguments(call->stack, call->info);
}

/* The last that is given is none for the error code: a constant, or not called
 * like one. */
static bool lacks_ierror(const struct fortran_fault *fault)
{
    return fault->given + 1 == fault->wanted &&
           (fault->text == NULL || (strstr(fault->text, "err") == NULL &&
                                    strstr(fault->text, "ERR") == NULL));
}

static void check_count(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    const struct fortran_fault *fault = fault_of(event);
    struct finding *finding;

    if (fault == NULL || fault->given == fault->wanted)
        return;
    finding = finding_new(findings, rule);
    finding_message(
        finding,
        "%s calls %s with %u argument%s, and Fortran's routine has %u%s.",
        process_who(event->process).text, event->call->info->name, fault->given,
        fault->given == 1 ? "" : "s", fault->wanted,
        lacks_ierror(fault)
            ? ": the last, ierror, is missing, and the error code is stored "
              "wherever what is in its place happens to point to"
        : fault->given < fault->wanted
            ? ": those behind what is missing are taken for others, and for "
              "the last, ierror, whatever is in its place"
            : "");
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static void check_kind(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct fortran_fault *fault = fault_of(event);
    struct finding *finding;
    char *more;

    if (fault == NULL || fault->given != fault->wanted)
        return;
    finding = finding_new(findings, rule);
    more = fault->size < fault->wants_size
               ? xasprintf("; there are %" PRIu64 " bytes where it takes "
                           "%" PRIu64,
                           fault->size, fault->wants_size)
               : xstrdup("");
    finding_message(finding,
                    "%s calls %s with %s, of type %s, as its argument %u, %s, "
                    "which is %s there%s.",
                    process_who(event->process).text, event->call->info->name,
                    fault->text, fault->type, fault->at, fault->name,
                    fault->wants, more);
    free(more);
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"ARG-COUNT", SEVERITY_ERROR,
     "A call of Fortran's has too few arguments, or too many", "MPI-4.1 2.6.2",
     "All subroutines of MPI have an error code as their last argument; only "
     "with mpi_f08 it may be left out. With mpif.h, and for some routines with "
     "`use mpi`, no compiler counts them: what is missing is taken from "
     "wherever the machine happens to point, and the error code stored there. "
     "The call's text is read for that, where it is at hand (on x86-64, of "
     "programs that were compiled with -g).",
     "Give all arguments, ierror as the last; or use mpi_f08.",
     EVENT_BIT(EVENT_CALL), check_count},
    {"ARG-KIND", SEVERITY_ERROR,
     "An argument of Fortran's is of another type than the routine takes",
     "MPI-4.1 2.5.6, 2.5.7, 2.5.8, 2.6.2",
     "Addresses and displacements in bytes are INTEGER(KIND=MPI_ADDRESS_KIND), "
     "those in files INTEGER(KIND=MPI_OFFSET_KIND), flags LOGICAL, and other "
     "numbers and handles INTEGER. With mpif.h no compiler looks: of a "
     "variable, or a number, that is shorter, the routine takes what lies "
     "beside, too, or stores there; so it goes well with some compilers, and "
     "with others not.",
     "Declare the variable of that kind, or write the number with it, as "
     "0_MPI_ADDRESS_KIND; or use mpi_f08.",
     EVENT_BIT(EVENT_CALL), check_kind},
};

const struct rule_family fortran_family = RULE_FAMILY("fortran", rules);
