/*
 * buffer.c - buffers while operations use them.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"
#include "stack_source.h"
#include "timeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stored_words[] = {
    [STORED_SOMEWHERE] = "changes, somewhere in",
    [STORED_EXACT] = "changes",
    [STORED_UNMAPPED] = "unmaps",
    [STORED_RETURNED] = "returns from the function of",
};

static void changed_picture(struct finding *finding,
                            const struct model_event *event, struct call *begun,
                            int64_t low, int64_t high)
{
    struct timeline *timeline =
        timeline_new("not before the operation is complete");

    timeline_bar(timeline, TIMELINE_OPERATION, begun, event->stored.seen, NULL);
    timeline_mark(timeline, &(struct timeline_mark){
                                .process = event->process,
                                .after = begun,
                                .before = event->stored.seen,
                                .what = stored_words[event->stored.how],
                                .wrong = true,
                                .low = low,
                                .high = high});
    timeline_memory(timeline, "%s of %s", event->stored.buffer->name,
                    event->call->info->name);
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
}

static void in_use_picture(struct finding *finding,
                           const struct model_event *event);

/* The section that says until when the buffer of such an operation is not the
 * program's. */
static const char *section_of(const struct call_info *operation)
{
    bool is_collective = (operation->classes & CLASS_COLLECTIVE) != 0;

    if (operation->base == CALL_MPI_Psend_init)
        return "MPI-4.1 4.2.1";
    if (operation->base == CALL_MPI_Precv_init)
        return "MPI-4.1 4.2.2";
    if (operation->classes & CLASS_RMA)
        return "MPI-4.1 12.3";
    if (operation->classes & CLASS_IO)
        return strstr(operation->name, "_begin") == NULL ? "MPI-4.1 14.4.1"
                                                         : "MPI-4.1 14.4.5";
    if (operation->classes & CLASS_INITS)
        return is_collective ? "MPI-4.1 6.13" : "MPI-4.1 3.9";
    if (operation->classes & CLASS_STARTS)
        return is_collective ? "MPI-4.1 6.12" : "MPI-4.1 3.7.2";
    return "MPI-4.1 3.6"; /* attached for buffered sends */
}

/* A buffer that is attached for buffered sends, and no operation's. */
static bool is_attached(const struct call *made)
{
    return (made->info->classes &
            (CLASS_STARTS | CLASS_INITS | CLASS_RMA | CLASS_IO)) == 0;
}

/* What the bytes are in use for; the caller frees it. */
static char *use_of(const struct model_event *event)
{
    const char *name = event->buffer.made->info->name;

    return is_attached(event->buffer.made)
               ? xasprintf("%s has attached", name)
               : xasprintf("%s, not yet complete, %s", name,
                           event->buffer.pending_stores ? "stores into"
                                                        : "reads");
}

/* The program's own load or store, where it is. */
static void report_access(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct call *made = event->buffer.made, *started = event->buffer.started;
    struct finding *finding = finding_new(findings, rule);
    unsigned long long bytes = event->buffer.bytes;
    char *use = use_of(event);

    finding_message(finding, "%s %s %llu byte%s that %s.",
                    process_who(event->process).text,
                    event->buffer.stores ? "stores" : "loads", bytes,
                    bytes == 1 ? "" : "s", use);
    free(use);
    finding_standard(finding, section_of(made->info));
    finding_call(finding, "begin", started != NULL ? started : made);
    finding_call(finding, event->buffer.stores ? "store" : "load", event->call);
    if (started != NULL && started != made)
        finding_call(finding, "made", made);
    in_use_picture(finding, event);
    finding_submit(finding);
}

/* "byte 8", "bytes 8 to 11", "somewhere in bytes 0 to 63". */
struct bytes {
    char text[80];
};

static struct bytes name_bytes(bool exact, int64_t low, int64_t high)
{
    struct bytes bytes;
    const char *where = exact ? "" : "somewhere in ";

    if (low == high)
        snprintf(bytes.text, sizeof bytes.text, "%sbyte %lld", where,
                 (long long)low);
    else
        snprintf(bytes.text, sizeof bytes.text, "%sbytes %lld to %lld", where,
                 (long long)low, (long long)high);
    return bytes;
}

/* Of the buffer; of MPI_BOTTOM, where they stand: "bytes 0x7fe0 to 0x7fff". */
static struct bytes name_stored(const struct model_event *event)
{
    uint64_t low = event->stored.low - event->stored.start;
    uint64_t high = event->stored.high - event->stored.start - 1;
    bool exact = event->stored.how == STORED_EXACT;
    struct bytes bytes;

    if (event->stored.start != 0)
        return name_bytes(exact, (int64_t)low, (int64_t)high);
    snprintf(bytes.text, sizeof bytes.text,
             low == high ? "%sbyte 0x%llx" : "%sbytes 0x%llx to 0x%llx",
             exact ? "" : "somewhere in ", (unsigned long long)low,
             (unsigned long long)high);
    return bytes;
}

static void report_changed(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct call *begun =
        event->stored.started != NULL ? event->stored.started : event->call;
    struct finding *finding = finding_new(findings, rule);
    int64_t low = (int64_t)(event->stored.low - event->stored.start);
    int64_t high = (int64_t)(event->stored.high - event->stored.start) - 1;
    const char *seen = event->stored.seen->info->name;
    char *why;

    /* Until MPI_Request_free, whether it is active or not. */
    if (event->stored.buffer->kind != KIND_BUFFER &&
        (event->call->info->classes & CLASS_INITS) != 0)
        why = xasprintf("they are read until the request is freed, and were "
                        "seen to differ in %s",
                        seen);
    else if (event->stored.of == STORED_FREED)
        why = xasprintf("MPI_Request_free does not complete the operation, and "
                        "before %s nothing could tell that it was complete",
                        seen);
    else
        why = xasprintf("%sonly %s completed the operation",
                        event->call->info->base == CALL_MPI_Psend_init
                            ? "that partition was marked as ready, and "
                            : "",
                        seen);
    finding_message(finding, "%s changed the %s of %s (%s) too early: %s.",
                    process_who(event->process).text,
                    event->stored.buffer->name, event->call->info->name,
                    name_stored(event).text, why);
    free(why);
    finding_standard(finding, section_of(event->call->info));
    finding_call(finding, "begin", begun);
    finding_call(finding, "end", event->stored.seen);
    if (begun != event->call)
        finding_call(finding, "made", event->call);
    changed_picture(finding, event, begun, low, high + 1);
    finding_submit(finding);
}

static bool is_gone(const struct model_event *event)
{
    return event->stored.how == STORED_UNMAPPED ||
           event->stored.how == STORED_RETURNED;
}

/* What a Fortran compiler made a copy of for a call, it frees behind that. */
static bool is_copy(const struct call *made, const struct call *freed)
{
    const struct source_frame *one, *other;

    if ((made->flags & RECORD_FORTRAN) == 0 || made->stack == NULL ||
        freed->stack == NULL)
        return false;
    one = &stack_source(made->stack)->frames[0];
    other = &stack_source(freed->stack)->frames[0];
    return one->file != NULL && other->file != NULL && one->line > 0 &&
           one->line == other->line && strcmp(one->file, other->file) == 0;
}

static void say_freed(struct finding *finding, const struct model_event *event)
{
    const struct call *made = event->buffer.made;
    const struct process_name who = process_who(event->process);
    const char *by =
        strcmp(event->call->info->name, "realloc") == 0 ? ", by realloc," : "";
    bool copy = is_copy(made, event->call);
    const char *use = event->buffer.pending_stores ? "stores into" : "reads";

    if (event->buffer.returned)
        finding_message(finding,
                        "%s calls %s after %s, whose buffer is gone: it was a "
                        "variable of a function that has returned.",
                        who.text, event->call->info->name, made->info->name);
    else if (is_attached(made))
        finding_message(finding,
                        "%s frees%s the buffer that %s has attached, and that "
                        "was not detached yet.",
                        who.text, by, made->info->name);
    else if (event->buffer.given_up != NULL)
        finding_message(finding,
                        "%s frees%s memory that %s stores into: its request "
                        "was freed while it was active, and nothing makes sure "
                        "that rank %d has sent the message before.",
                        who.text, by, made->info->name,
                        process_rank(event->buffer.sent->process));
    else if (event->buffer.before)
        finding_message(finding,
                        "%s frees%s memory that the operation of %s %s%s, and "
                        "starts that operation afterwards.",
                        who.text, by, made->info->name, use,
                        copy ? " (a copy of the argument that the compiler has "
                               "made for the call)"
                             : "");
    else
        finding_message(finding,
                        "%s frees%s memory that %s, %snot yet complete, "
                        "%s%s.%s",
                        who.text, by, made->info->name,
                        event->buffer.cancelled ? "cancelled, but " : "", use,
                        copy ? ": a copy of the argument that the compiler has "
                               "made for the call"
                             : "",
                        event->buffer.overwritten != NULL
                            ? " Another call was given the variable that had "
                              "its request."
                            : "");
}

/* The program gives the memory up while it is the MPI's to use: nobody is
 * permitted to, until the operation is freed (MPI-4.1 2.4.2). */
static void report_freed(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    struct call *made = event->buffer.made, *started = event->buffer.started;
    struct finding *finding = finding_new(findings, rule);

    say_freed(finding, event);
    finding_standard(finding, event->buffer.given_up != NULL
                                  ? "MPI-4.1 3.7.3"
                                  : section_of(made->info));
    finding_call(finding, "begin", started != NULL ? started : made);
    finding_call(finding, "given up", event->buffer.given_up);
    finding_call(finding, event->buffer.returned ? "then" : "free",
                 event->call);
    finding_call_aside(finding, "overwritten", event->buffer.overwritten);
    finding_call(finding, "send", event->buffer.sent);
    if (started != NULL && started != made)
        finding_call(finding, "made", made);
    in_use_picture(finding, event);
    finding_submit(finding);
}

/* What a Fortran compiler makes a copy of is gone, or copied back, when the
 * call returns (MPI-4.1 19.1.12, 19.1.13). */
static void report_copied(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s calls %s, whose %s is a copy of the argument that the "
                    "compiler has made for the call, and that is gone when it "
                    "returns.",
                    process_who(event->process).text, event->call->info->name,
                    event->copied.buffer->name);
    finding_standard(finding, "MPI-4.1 19.1.12, 19.1.13");
    finding_call(finding, "begin", event->call);
    finding_submit(finding);
}

static void check_gone(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct call *begun =
        event->stored.started != NULL ? event->stored.started : event->call;
    struct finding *finding;
    int64_t low, high;

    if (event->kind == EVENT_FREED) {
        report_freed(rule, event, findings);
        return;
    }
    if (event->kind == EVENT_COPIED) {
        report_copied(rule, event, findings);
        return;
    }
    if (!is_gone(event))
        return;
    finding = finding_new(findings, rule);
    low = (int64_t)(event->stored.low - event->stored.start);
    high = low + (int64_t)(event->stored.high - event->stored.low);
    finding_message(
        finding, "%s calls %s while %s is pending, whose %s is gone: %s.",
        process_who(event->process).text, event->stored.seen->info->name,
        event->call->info->name, event->stored.buffer->name,
        event->stored.how == STORED_RETURNED
            ? "it was a variable of a function that has returned"
            : "its memory was unmapped, as free does with large "
              "blocks");
    finding_standard(finding, section_of(event->call->info));
    finding_call(finding, "begin", begun);
    finding_call(finding, "then", event->stored.seen);
    if (begun != event->call)
        finding_call(finding, "made", event->call);
    changed_picture(finding, event, begun, low, high);
    finding_submit(finding);
}

/* For what operations read, and for what they store into, is a rule each. */
static void check_use(const struct rule *rule, const struct model_event *event,
                      struct findings *findings, bool incoming)
{
    if (event->kind == EVENT_STORED) {
        if ((event->stored.of == STORED_INCOMING) == incoming &&
            !is_gone(event))
            report_changed(rule, event, findings);
    } else if (event->buffer.pending_stores == incoming) {
        report_access(rule, event, findings);
    }
}

static void check_changed(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    check_use(rule, event, findings, false);
}

static void check_accessed(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    check_use(rule, event, findings, true);
}

static void in_use_picture(struct finding *finding,
                           const struct model_event *event)
{
    struct timeline *timeline =
        timeline_new("not before the operation is complete");
    struct call *made = event->buffer.made, *started = event->buffer.started;
    const char *what = event->buffer.returned       ? "calls"
                       : event->kind == EVENT_FREED ? "frees"
                       : event->buffer.stores       ? "stores"
                                                    : "reads";

    timeline_bar(timeline, TIMELINE_OPERATION, started != NULL ? started : made,
                 NULL, NULL);
    timeline_mark(timeline, &(struct timeline_mark){.process = event->process,
                                                    .call = event->call,
                                                    .what = what,
                                                    .wrong = true});
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
}

static void check_in_use(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    struct call *made = event->buffer.made, *started = event->buffer.started;
    struct finding *finding = finding_new(findings, rule);
    unsigned long long bytes = event->buffer.bytes;
    char *use = use_of(event);

    finding_message(finding, "%s calls %s, which %s %llu byte%s that %s.",
                    process_who(event->process).text, event->call->info->name,
                    event->buffer.stores ? "stores into" : "reads", bytes,
                    bytes == 1 ? "" : "s", use);
    free(use);
    finding_standard(finding, section_of(made->info));
    finding_call(finding, "use", event->call);
    finding_call(finding, "pending", started != NULL ? started : made);
    if (started != NULL && started != made)
        finding_call(finding, "made", made);
    in_use_picture(finding, event);
    finding_submit(finding);
}

static void check_nostore(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);
    const char *window = window_name(event->nostore.window);

    if (event->nostore.by != NULL)
        finding_message(finding,
                        "%s promises by MPI_MODE_NOSTORE that it has not "
                        "updated its part of %s, but %s has stored there since "
                        "the last synchronization.",
                        process_who(event->process).text, window,
                        call_is_access(event->nostore.by)
                            ? "the program itself"
                            : event->nostore.by->info->name);
    else
        finding_message(finding,
                        "%s promises by MPI_MODE_NOSTORE that it has not "
                        "updated its part of %s, but has stored there since "
                        "the last synchronization (%s).",
                        process_who(event->process).text, window,
                        name_bytes(event->nostore.exact,
                                   (int64_t)event->nostore.low,
                                   (int64_t)event->nostore.high - 1)
                            .text);
    finding_call(finding, "promise", event->call);
    finding_call(finding, "store", event->nostore.by);
    finding_call(finding, "since", event->nostore.since);
    finding_object(finding, "window", window, event->nostore.window->made_by);
    finding_submit(finding);
}

/* The name of a file without its folders. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

/* Where the program has that: the variable, or what the argument points to. */
static char *place_of_element(const struct model_event *event)
{
    const struct element *element = event->element.element;
    const struct call_parameter *buffer = event->element.buffer;
    uint64_t begin = call_word(event->call, buffer->word);
    char where[256] = "", at[64] = "its data";
    const char *member = element->member != NULL ? element->member : "";
    unsigned long long offset = element->offset;

    if (element->file != NULL && element->line > 0)
        snprintf(where, sizeof where, " (%s:%d)", base_name(element->file),
                 element->line);
    if (begin != NEUTRAL_BOTTOM)
        snprintf(at, sizeof at, "byte %lld of %s",
                 (long long)(event->element.address - begin), buffer->name);
    if (!element->pointed)
        return xasprintf(": %s is byte %llu of %s%s%s%s", at, offset,
                         element->variable, where, *member ? ", member " : "",
                         member);
    if (offset == 0)
        return xasprintf(", by the type of %s%s%s%s", element->variable, where,
                         *member ? ", member " : "", member);
    return xasprintf(", by the type of %s%s: %s is byte %llu of an item%s%s",
                     element->variable, where, at, offset,
                     *member ? ", member " : "", member);
}

static void check_element(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct element *element = event->element.element;
    struct finding *finding = finding_new(findings, rule);
    char *place = place_of_element(event);

    finding_message(
        finding, "%s calls %s with %s where the program has %s%s%s.",
        process_who(event->process).text, event->call->info->name,
        event->element.basic->name, element->inside ? "the inside of " : "",
        element->type, place);
    free(place);
    finding_call(finding, "call", event->call);
    if (event->element.type->number != 0)
        finding_object(finding, "datatype", event->element.type->name,
                       event->element.type->made_by);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"BUFFER-CHANGED-EARLY", SEVERITY_ERROR,
     "A buffer was changed while an operation was still reading it",
     "MPI-4.1 3.7.2, 3.9, 4.2.1, 6.12, 6.13, 12.3, 14.4.1",
     "Until a send, a collective operation or an RMA operation is complete "
     "(by MPI_Wait or its kin, or by the RMA synchronization), its buffer "
     "may be read at any time. Which values arrive is left to chance. "
     "The same goes for the arrays of counts, displacements and "
     "datatypes of a collective operation; those of a persistent one are "
     "read until its request is freed.",
     "Store into the buffer after the call that completes the operation, or "
     "use another buffer.",
     EVENT_BIT(EVENT_STORED) | EVENT_BIT(EVENT_ACCESS), check_changed},
    {"BUFFER-ACCESSED-EARLY", SEVERITY_ERROR,
     "The program accesses what a pending operation receives into",
     "MPI-4.1 3.7.2, 3.9, 4.2.2, 6.12, 6.13, 12.3, 14.4.1",
     "Until a receive, a collective operation or a get is complete (by "
     "MPI_Wait or its kin, or by the RMA synchronization), what it receives "
     "into may be neither read nor changed. What is read, or arrives, is "
     "left to chance.",
     "Load and store there after the call that completes the operation, or "
     "use another buffer.",
     EVENT_BIT(EVENT_STORED) | EVENT_BIT(EVENT_ACCESS), check_accessed},
    {"BUFFER-GONE", SEVERITY_ERROR, "The buffer of a pending operation is gone",
     "MPI-4.1 3.6, 3.7.2, 3.7.3, 3.9, 4.2.1, 4.2.2, 6.12, 6.13, 12.3, 14.4.1, "
     "14.4.5, 19.1.12, 19.1.13",
     "Until an operation is complete (by MPI_Wait or its kin, an RMA call "
     "by its synchronization), the MPI loads and stores in its buffer; in one "
     "that is attached for buffered sends, until it is detached. When "
     "a function returns, its variables are gone, and their memory holds "
     "variables and return addresses of other functions; memory that was "
     "freed may belong to somebody else, or to nobody.",
     "Complete the operation before the function returns, or before the "
     "memory is freed; or let the buffer be a static variable, or on the "
     "heap, or belong to the caller. In Fortran, give a nonblocking call an "
     "array without gaps (no vector subscripts, no expressions), as compilers "
     "copy others for the call; or use "
     "mpi_f08 where MPI_SUBARRAYS_SUPPORTED is true.",
     EVENT_BIT(EVENT_STORED) | EVENT_BIT(EVENT_FREED) | EVENT_BIT(EVENT_COPIED),
     check_gone},
    {"BUFFER-IN-USE", SEVERITY_ERROR,
     "A buffer of a pending operation is given to another call",
     "MPI-4.1 3.6, 3.7.2, 3.9, 4.2.1, 4.2.2, 6.12, 6.13, 12.3, 14.4.1, 14.4.5",
     "Until an operation is complete (by MPI_Wait or its kin, an RMA call by "
     "its synchronization), what it sends "
     "may only be read, and what it receives may not even be read. What "
     "arrives, or is read, is left to chance.",
     "Complete the pending operation first, or use another buffer.",
     EVENT_BIT(EVENT_BUFFER), check_in_use},
    {"BUFFER-TYPE-MISMATCH", SEVERITY_WARNING,
     "A buffer is of another type than the datatype says",
     "MPI-4.1 3.3.1, 3.2.2",
     "The datatype that a call is given for a variable must be the one that "
     "stands for its type: MPI_DOUBLE for double, MPI_INTEGER for INTEGER. "
     "Else too few or too many bytes are meant, or they are taken for "
     "something that they are not. A variable that holds data of another type "
     "on purpose (a work array) is no better where machines differ. MPI_BYTE "
     "and MPI_PACKED stand for any. The types of variables are known of "
     "programs that were compiled with -g; memory of the heap has the type "
     "that the text of the call gives it, as a double *. --element-types says "
     "at which calls they are looked at.",
     "Give the datatype of the variable's type, or declare the variable of the "
     "type that is meant.",
     EVENT_BIT(EVENT_ELEMENT), check_element},
    {"RMA-ASSERT-NOSTORE", SEVERITY_ERROR,
     "MPI_MODE_NOSTORE, and the window was stored into", "MPI-4.1 12.5.5",
     "MPI_MODE_NOSTORE promises that the process has not updated its part of "
     "the window by stores, gets or receives since the last synchronization. "
     "The MPI may then leave out what makes these visible to others.",
     "Leave MPI_MODE_NOSTORE out, or do not store between the two calls.",
     EVENT_BIT(EVENT_NOSTORE), check_nostore},
};

const struct rule_family buffer_family = RULE_FAMILY("buffer", rules);
