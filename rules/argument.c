/*
 * argument.c - arguments that no call of their kind may have.
 */
#include "argument.h"

#include "call_text.h"
#include "comm_object.h"
#include "memory.h"
#include "neutral.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In MPICH, Open MPI and the ABI of MPI-5.0. */
#define MPIS_UNDEFINED (-32766)

/* What stands in the call, and where: "dest = 7", "recvcounts[2] = -1".
 * malloc'd. */
static char *argument_text(const struct model_event *event)
{
    const struct call_parameter *parameter = event->argument.parameter;
    const uint64_t *words = &event->call->words[parameter->word];
    const struct array_handle *array = (const void *)words;
    int64_t item = event->argument.item;
    uint64_t value = item < 0 ? words[0] : array->items[item];
    char *name = item < 0 ? xstrdup(parameter->name)
                          : call_item_text(event->call, parameter->name, item);
    char *said = call_value_text(event->call, event->model, parameter, value);
    bool undefined =
        (int64_t)value == MPIS_UNDEFINED &&
        (parameter->wire == WIRE_NUMBER || parameter->wire == WIRE_NUMBERS);
    char *text = xasprintf("%s = %s%s", name, said,
                           undefined ? ", which is MPI_UNDEFINED" : "");

    free(name);
    free(said);
    return text;
}

/* Why the handle was not set: " after ...", or "". malloc'd. */
static char *failure_text(const struct model_event *event)
{
    const struct call *failed = event->argument.failed;
    const char *error;

    if (failed != NULL && event->argument.parameter->kind == KIND_COMM)
        return xasprintf(", after an %s that gave it no communicator",
                         failed->info->name);
    if (failed != NULL && event->argument.parameter->kind == KIND_DATATYPE)
        return xasprintf(", but %s, which has set the status, had another "
                         "datatype",
                         failed->info->name);
    error =
        failed == NULL
            ? NULL
            : call_text_error((int64_t)failed->words[failed->info->in_words]);
    if (error == NULL)
        return xstrdup("");
    return xasprintf(", after an %s that failed with %s%s", failed->info->name,
                     error,
                     strcmp(error, "MPI_ERR_UNSUPPORTED_OPERATION") == 0 &&
                             process_has_reference_mpi(failed->process)
                         ? ": the reference MPI has no files"
                         : "");
}

static const char *role_of_failed(const struct model_event *event)
{
    switch (event->argument.parameter->kind) {
    case KIND_COMM:
        return "null";
    case KIND_DATATYPE:
        return "received";
    default:
        return "failed";
    }
}

/* What became of an object that is no more. */
static const char *end_of(const struct model_event *event)
{
    switch (event->argument.parameter->kind) {
    case KIND_MESSAGE:
        return "received";
    case KIND_FILE:
        return "closed";
    case KIND_SESSION:
        return "finalized";
    default:
        return "freed";
    }
}

void argument_report(const struct rule *rule, const struct model_event *event,
                     struct findings *findings, const char *more)
{
    const struct comm *comm = event->argument.comm;
    const struct type *type = event->argument.type;
    char *text = argument_text(event);
    char *failure = failure_text(event);
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s calls %s with %s%s%s.",
                    process_who(event->process).text, event->call->info->name,
                    text, more, failure);
    finding_call(finding, "call", event->call);
    if (event->argument.failed != NULL)
        finding_call_aside(finding, role_of_failed(event),
                           event->argument.failed);
    if (event->argument.freed_by != NULL)
        finding_call_aside(finding, end_of(event), event->argument.freed_by);
    if (comm != NULL)
        comm_object(finding, comm);
    if (type != NULL && type->number > 0)
        finding_object(finding, "datatype", type->name, type->made_by);
    argument_cite(finding, rule, event->call->info);
    finding_submit(finding);
    free(failure);
    free(text);
}

static void check_negative(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NEGATIVE)
        argument_report(rule, event, findings, "");
}

/* A number that was computed may be it by chance. */
static bool is_any_source(const struct model_event *event)
{
    return event->argument.item < 0 && event->process->any_source != 0 &&
           (int64_t)event->call->words[event->argument.parameter->word] ==
               NEUTRAL_ANY_SOURCE;
}

static void check_rank(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct comm *comm = event->argument.comm;
    char *more;

    if (event->argument.fault != ARGUMENT_NO_RANK)
        return;
    if (is_any_source(event)) {
        more = xasprintf(", which is for receives and probes only; it is the "
                         "number %d in this MPI library",
                         event->process->any_source);
        argument_report(rule, event, findings, more);
        free(more);
        return;
    }
    more =
        comm == NULL || event->argument.parameter->kind == KIND_RANK
            ? xasprintf(", but the ranks there are 0 to %" PRId64,
                        event->argument.size - 1)
            : xasprintf(", but %s%s has the ranks 0 to %" PRId64,
                        comm->groups[1] != NULL ? "the remote group of " : "",
                        comm_name(comm), event->argument.size - 1);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_tag(const struct rule *rule, const struct model_event *event,
                      struct findings *findings)
{
    int64_t tag;
    char *more;

    if (event->argument.fault != ARGUMENT_NO_TAG)
        return;
    tag = (int64_t)event->call->words[event->argument.parameter->word];
    if (tag == NEUTRAL_ANY_TAG)
        more = xstrdup(", which is for receives and probes only");
    else if (tag < 0)
        more = xstrdup(", but a tag is 0 or more");
    else
        more = xasprintf(", but here MPI_TAG_UB is %" PRId64,
                         event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_long(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct array_string *string;
    char *more;

    if (event->argument.fault != ARGUMENT_TOO_LONG)
        return;
    string = (const void *)&event->call->words[event->argument.parameter->word];
    more = xasprintf(" of %" PRIu32 " characters, but here it may have %" PRId64
                     " at most",
                     string->count, event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_value(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_VALUE)
        return;
    more = argument_value_text(event);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_null(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NULL_HANDLE)
        argument_report(rule, event, findings, "");
}

static void check_freed(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_FREED_HANDLE)
        return;
    more = xasprintf(
        ", which it has %s%s", end_of(event),
        event->argument.parameter->kind == KIND_MESSAGE ? " already" : "");
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_not_made(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NOT_MADE)
        argument_report(rule, event, findings,
                        ", which is none yet: an MPI_Comm_idup is not "
                        "complete");
}

static void check_predefined(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_PREDEFINED)
        argument_report(rule, event, findings, ", which is predefined");
}

static const char *handle_word(enum call_kind kind)
{
    switch (kind) {
    case KIND_COMM:
        return "communicator";
    case KIND_GROUP:
        return "group";
    case KIND_WIN:
        return "window";
    case KIND_FILE:
        return "file handle";
    case KIND_SESSION:
        return "session";
    case KIND_MESSAGE:
        return "message handle";
    case KIND_DATATYPE:
        return "datatype";
    case KIND_OP:
        return "op";
    case KIND_INFO:
        return "info object";
    case KIND_ERRHANDLER:
        return "error handler";
    case KIND_KEYVAL:
        return "keyval";
    default:
        return "handle of that kind";
    }
}

static void check_kind(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_OTHER_KIND)
        return;
    more = event->argument.is == NULL
               ? xasprintf(", which is no %s",
                           handle_word(
                               (enum call_kind)event->argument.parameter->kind))
               : xasprintf(", which is %s", event->argument.is);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_groups(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_INTRA_INTER)
        argument_report(rule, event, findings,
                        event->argument.parameter->only == ONLY_INTRA
                            ? ", which is an intercommunicator"
                            : ", which is an intracommunicator");
}

static void check_session(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const char *is = event->argument.is, *other = event->argument.beside_is;
    char *more;

    if (event->argument.fault != ARGUMENT_OTHER_SESSION)
        return;
    more =
        xasprintf(", which is derived from %s, beside %s, which is derived "
                  "from %s",
                  is == NULL ? "no session" : is, event->argument.beside->name,
                  other == NULL ? "no session" : other);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_committed(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NOT_COMMITTED)
        argument_report(rule, event, findings, ", which it has not committed");
}

static void check_buffer(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NULL_BUFFER)
        argument_report(rule, event, findings,
                        ", where its other arguments say that "
                        "there are data");
}

/* What its parameter points to is told by no record. */
static void report_pointer(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings, const char *pointer)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s calls %s with %s = %s.",
                    process_who(event->process).text, event->call->info->name,
                    event->argument.parameter->name, pointer);
    finding_call(finding, "call", event->call);
    argument_cite(finding, rule, event->call->info);
    finding_submit(finding);
}

static void check_pointer(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NULL_POINTER)
        report_pointer(rule, event, findings, "NULL");
}

static void check_ignore(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_STATUS_IGNORE)
        report_pointer(rule, event, findings,
                       event->argument.parameter->wire == WIRE_STATUS
                           ? "MPI_STATUSES_IGNORE"
                           : "MPI_STATUS_IGNORE");
}

static void check_unset(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct call *of = event->argument.failed;
    struct finding *finding;

    if (event->argument.fault != ARGUMENT_STATUS_UNSET)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding, "%s calls %s with %s%s%s.",
                    process_who(event->process).text, event->call->info->name,
                    of == NULL ? "a status that no call has filled in"
                               : "the status of ",
                    of == NULL ? "" : of->info->name,
                    of == NULL ? "" : ", of which the fields are undefined");
    finding_call(finding, "call", event->call);
    if (of != NULL)
        finding_call(finding, "operation", of);
    argument_cite(finding, rule, event->call->info);
    finding_submit(finding);
}

static void check_counted(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_OTHER_TYPE)
        argument_report(rule, event, findings, "");
}

static const struct rule rules[] = {
    {"ARG-NEGATIVE", SEVERITY_ERROR, "A number is negative that must not be",
     "MPI-4.1 3.2.2, 7.4.2, 8.5.1, 14.4.1",
     "A count is a number of elements: zero or more; so are the lengths of "
     "arrays, the sizes of memory, the dimensions of a grid and the weights "
     "of a graph. A colour is zero or more, or MPI_UNDEFINED.",
     "Look where the number comes from: a difference, or an int that "
     "overflowed (then use the function with _c).",
     EVENT_BIT(EVENT_ARGUMENT), check_negative},
    {"ARG-RANK", SEVERITY_ERROR, "A rank that the communicator does not have",
     "MPI-4.1 3.2.3",
     "Ranks go from 0 to the size of the communicator's group less one (of "
     "the remote group, on an intercommunicator); a destination or source "
     "may be MPI_PROC_NULL, and only a source MPI_ANY_SOURCE. On an "
     "intercommunicator a root is a rank, MPI_ROOT or MPI_PROC_NULL.",
     "Take the rank modulo the size, or MPI_PROC_NULL where there is no "
     "neighbour.",
     EVENT_BIT(EVENT_ARGUMENT), check_rank},
    {"ARG-TAG", SEVERITY_ERROR, "A tag that no message can have",
     "MPI-4.1 3.2.3",
     "The tag of a message is zero or more; MPI_ANY_TAG is for receives and "
     "probes only.",
     "Give the send a tag from 0 to the value of the attribute MPI_TAG_UB.",
     EVENT_BIT(EVENT_ARGUMENT), check_tag},
    {"ARG-TOO-LONG", SEVERITY_ERROR, "A string is longer than MPI's limit",
     "MPI-4.1 10, 7.4.2, 9.5.1, 11.3.3, 11.9.2, 14.5.3, 19.3.9",
     "Keys and values of info objects, tags of communicators that are made "
     "from groups, texts of errors, and the names of ports, process sets and "
     "data representations have a maximum length each, which differs from MPI "
     "to MPI (MPI_MAX_INFO_KEY is 36 in one and 255 in another). In C the "
     "constant counts the terminating zero.",
     "Take a shorter string, or ask the constant before. (A name that is too "
     "long for MPI_Comm_set_name is cut, which is no error.)",
     EVENT_BIT(EVENT_ARGUMENT), check_long},
    {"ARG-VALUE", SEVERITY_ERROR, "A value that the parameter does not take",
     "MPI-4.1 10, 11.2.1, 12.2.1, 12.5.3, 5.1.3, 5.1.4, 5.3",
     "Some parameters take only one of a few constants: the type of a lock, "
     "the order of an array and how it is distributed, a level of threads, "
     "how to split a communicator. Others have limits: a part of an array "
     "has items and lies in the array, and a displacement unit is positive. "
     "MPI_KEYVAL_INVALID stands for no key, and a null pointer for no "
     "string.",
     "Give one of the constants that the function's description names.",
     EVENT_BIT(EVENT_ARGUMENT), check_value},
    {"ARG-NULL-HANDLE", SEVERITY_ERROR,
     "A null handle where an object is needed", "MPI-4.1 2.5.1",
     "A null handle stands for no object: what was freed, what was never "
     "made, or the communicator of a process that is not part of it "
     "(MPI_Comm_split with MPI_UNDEFINED, MPI_Comm_create).",
     "Make the object first, and do not use it after it was freed; test a "
     "communicator against MPI_COMM_NULL where not all processes are in it.",
     EVENT_BIT(EVENT_ARGUMENT), check_null},
    {"ARG-FREED-HANDLE", SEVERITY_ERROR, "An object is used after it was freed",
     "MPI-4.1 2.5.1",
     "The call that frees an object sets the handle it is given to the null "
     "handle, but not its copies: they refer to nothing, or to another "
     "object that was made since.",
     "Free the object after its last use, and keep one handle of it.",
     EVENT_BIT(EVENT_ARGUMENT), check_freed},
    {"ARG-PENDING-COMM", SEVERITY_ERROR,
     "A communicator is used before MPI_Comm_idup is complete", "MPI-4.1 7.4.2",
     "MPI_Comm_idup may set the handle at once, or only when its request is "
     "completed. Until then the communicator must not be used: MPI "
     "libraries hang or crash on it.",
     "Complete the request by MPI_Wait or MPI_Test first.",
     EVENT_BIT(EVENT_ARGUMENT), check_not_made},
    {"ARG-PREDEFINED", SEVERITY_ERROR,
     "A predefined object is freed or changed",
     "MPI-4.1 2.5.1, 9.1.2, 11.10.4, 19.1.9",
     "MPI_COMM_WORLD, MPI_INT, MPI_SUM and the like are there from the "
     "beginning and stay: the program must not free them, nor disconnect "
     "MPI_COMM_WORLD or MPI_COMM_SELF, nor change or delete the attributes "
     "that MPI has set, such as MPI_TAG_UB. What MPI_Type_create_f90_real, "
     "-complex and -integer return is predefined, too.",
     "Free what the program has made. Of the datatypes that "
     "MPI_Type_get_contents returns only derived ones are to be freed: "
     "MPI_Type_get_envelope tells which are (MPI_COMBINER_NAMED).",
     EVENT_BIT(EVENT_ARGUMENT), check_predefined},
    {"ARG-OTHER-KIND", SEVERITY_ERROR,
     "A handle of another kind of object, or of none",
     "MPI-4.1 2.5.1, 7.7.2, 9.3.1, 9.3.2, 9.3.3, 9.3.4",
     "There is a type of handles for each kind of object. In Fortran, and in "
     "C with some MPI libraries, handles are integers, so that no compiler "
     "sees that one is of another kind, or was never set. Keyvals of "
     "communicators, of datatypes and of windows are as different, and "
     "integers everywhere. So are error handlers of communicators, windows, "
     "files and sessions, which all have one type of handles.",
     "Look at the order of the arguments, and whether the variable was ever "
     "set; build with an MPI library whose handles have types.",
     EVENT_BIT(EVENT_ARGUMENT), check_kind},
    {"ARG-INTRA-INTER", SEVERITY_ERROR,
     "An intercommunicator where an intracommunicator is needed, or the "
     "reverse",
     "MPI-4.1 6.11, 7.4.2, 7.6.1, 7.6.2, 8.1, 11.8.2, 11.9.2, 12.2.1, 14.2.1",
     "Scans, windows, files, virtual topologies, new processes and some "
     "constructors of communicators are for one group, so for "
     "intracommunicators only; a remote group, and what MPI_Intercomm_merge "
     "joins, has an intercommunicator only. Some MPI libraries return an "
     "error, others crash, hang, or return what has no meaning.",
     "Join the two groups by MPI_Intercomm_merge first, or give the "
     "intracommunicator that the intercommunicator was made of; "
     "MPI_Comm_test_inter tells what a communicator is.",
     EVENT_BIT(EVENT_ARGUMENT), check_groups},
    {"ARG-OTHER-SESSION", SEVERITY_ERROR,
     "Objects of different sessions in one call", "MPI-4.1 11.3",
     "What is derived from one session is apart from what is derived from "
     "another, and from what the World Model has: MPI_COMM_WORLD and its "
     "like, or a communicator that MPI_Comm_get_parent or MPI_Comm_join gave. "
     "An MPI library may keep them in different places, and need not find one "
     "from the other.",
     "Derive both from one session (MPI_Group_from_session_pset, "
     "MPI_Comm_create_from_group), or both from MPI_COMM_WORLD.",
     EVENT_BIT(EVENT_ARGUMENT), check_session},
    {"ARG-TYPE-NOT-COMMITTED", SEVERITY_ERROR,
     "A datatype is used in communication that was not committed",
     "MPI-4.1 5.1.9",
     "A derived datatype has to be committed before it can be used in a "
     "communication; constructors alone take it uncommitted.",
     "Call MPI_Type_commit once, after the last constructor.",
     EVENT_BIT(EVENT_ARGUMENT), check_committed},
    {"ARG-NULL-BUFFER", SEVERITY_ERROR, "A null pointer as a buffer with data",
     "MPI-4.1 3.2.2, 3.6, 12.2.1, 12.2.4",
     "The buffer, or window, begins at the address that is given, and no data "
     "lie at "
     "null. MPI_BOTTOM, which may be null, goes only with datatypes whose "
     "displacements are addresses.",
     "Allocate the buffer before the call, look at malloc's result, or give "
     "a count of 0.",
     EVENT_BIT(EVENT_ARGUMENT), check_buffer},
    {"ARG-NULL-POINTER", SEVERITY_ERROR,
     "A null pointer where the call stores a result, reads an array, or has a "
     "function",
     "MPI-4.1 2.3, 2.5.2, 3.2.6, 6.9.5, 9.3",
     "What a call returns in an OUT or INOUT argument is stored where that "
     "points to; in C, only the status and a few arrays may be ignored, each "
     "by a constant of its own. An array is read, or stored to, item by item, "
     "and a "
     "function is called. "
     "Some MPI libraries return an error, others crash.",
     "Pass the address of a variable, also for a result that is not used "
     "(MPI_STATUS_IGNORE for a status); an array of no items may be null.",
     EVENT_BIT(EVENT_ARGUMENT), check_pointer},
    {"ARG-STATUS-IGNORE", SEVERITY_ERROR,
     "MPI_STATUS_IGNORE where the call is about a status",
     "MPI-4.1 3.2.6, 19.3.5",
     "MPI_STATUS_IGNORE is no status, but says to receives, probes, waits and "
     "tests that none is wanted. It cannot be given to a call that reads a "
     "status (MPI_Get_count, MPI_Test_cancelled), changes one "
     "(MPI_Status_set_elements) or converts one. In Fortran MPI_STATUS_IGNORE "
     "is for one status and MPI_STATUSES_IGNORE for an array: with the other "
     "one the MPI stores statuses where the constant is, and beyond.",
     "Declare an MPI_Status, and pass its address to the receive, wait or "
     "test, too. In Fortran give MPI_STATUSES_IGNORE to MPI_Waitall and its "
     "kin alone.",
     EVENT_BIT(EVENT_ARGUMENT), check_ignore},
    {"ARG-STATUS-UNSET", SEVERITY_ERROR,
     "A status is read that no call has filled in",
     "MPI-4.1 3.2.5, 3.7.3, 12.3.5",
     "A receive, a probe, a wait or a test fills the status in that is given "
     "to it: not if that is MPI_STATUS_IGNORE, and not if flag is false. What "
     "is in another one is left over from something else. Of a send, and of an "
     "RMA operation with a request, the fields are undefined, but that "
     "MPI_Test_cancelled may be asked of a send.",
     "Pass the status to the receive, wait or test; look at flag first. Of "
     "several requests take the status of the receive.",
     EVENT_BIT(EVENT_ARGUMENT), check_unset},
    {"ARG-COUNT-TYPE", SEVERITY_WARNING,
     "What was received is counted in items of another datatype",
     "MPI-4.1 3.2.5",
     "MPI_Get_count tells how many items of the datatype that it is given "
     "there is room for in the bytes that were received. The datatype should "
     "be that of the receive which has set the status: else the count is "
     "another one than that of the items received, or MPI_UNDEFINED.",
     "Give MPI_Get_count the datatype of the receive (MPI_BYTE for the number "
     "of bytes).",
     EVENT_BIT(EVENT_ARGUMENT), check_counted},
};

const struct rule_family argument_family = RULE_FAMILY("argument", rules);
