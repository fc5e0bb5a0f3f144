/*
 * leak.c - what is there still when MPI_Finalize returns.
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"

#include <string.h>

/* ' ("halo")': what the program calls it, if anything. */
static const char *given_name(const struct model_event *event)
{
    const char *name =
        event->left.name == NULL ? NULL : strstr(event->left.name, " (\"");

    return name == NULL ? "" : name;
}

static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *left,
                   const char *call)
{
    struct finding *finding = finding_new(findings, rule);
    const char *made = event->left.kind == LEFT_BUFFER ? "attached" : "made";

    if (event->left.kind == LEFT_SIMPLE && event->left.of == KIND_FILE)
        made = "opened";
    finding_message(finding, "%s %s%s and had not %s%s %s by %s.",
                    process_who(event->process).text,
                    event->call == NULL ? "ended" : "called ",
                    event->call == NULL ? "" : event->call->info->name, left,
                    given_name(event), made, call);
    finding_call(finding, "made", event->left.made_by);
    if (event->left.kind == LEFT_REQUEST)
        finding_call_aside(finding, "overwritten",
                           event->left.operation->overwritten_by);
    finding_process(finding, event->process);
    finding_submit(finding);
}

static const char *maker(const struct model_event *event)
{
    return event->left.made_by == NULL ? "a call that was not seen"
                                       : event->left.made_by->info->name;
}

/* An active one is no leak, but an error (request.c). */
static void check_request(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->left.kind == LEFT_REQUEST && !event->left.operation->failed &&
        !event->left.operation->active)
        report(rule, event, findings, "freed a request", maker(event));
}

static void check_comm(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->left.kind == LEFT_COMM)
        report(rule, event, findings, "freed a communicator", maker(event));
}

static void check_type(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->left.kind == LEFT_TYPE)
        report(rule, event, findings, "freed a datatype", maker(event));
}

static void check_window(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->left.kind == LEFT_WINDOW)
        report(rule, event, findings, "freed a window", maker(event));
}

static void check_memory(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->left.kind == LEFT_MEMORY)
        report(rule, event, findings, "freed memory", maker(event));
}

static void check_buffer(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->left.kind == LEFT_BUFFER)
        report(rule, event, findings, "detached a buffer", maker(event));
}

static void check_simple(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings, enum call_kind kind,
                         const char *left)
{
    if (event->left.kind == LEFT_SIMPLE && event->left.of == kind)
        report(rule, event, findings, left, maker(event));
}

static void check_group(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    check_simple(rule, event, findings, KIND_GROUP, "freed a group");
}

static void check_op(const struct rule *rule, const struct model_event *event,
                     struct findings *findings)
{
    check_simple(rule, event, findings, KIND_OP, "freed an op");
}

static void check_info(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    check_simple(rule, event, findings, KIND_INFO, "freed an info object");
}

static void check_errhandler(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    check_simple(rule, event, findings, KIND_ERRHANDLER,
                 "freed an error handler");
}

static void check_keyval(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    check_simple(rule, event, findings, KIND_KEYVAL, "freed a keyval");
}

static void check_file(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    check_simple(rule, event, findings, KIND_FILE, "closed a file");
}

static void check_session(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    check_simple(rule, event, findings, KIND_SESSION, "finalized a session");
}

static void check_growing(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s makes ever more objects at one place by %s and does "
                    "not free them: %s thousand are there by now, at least.",
                    process_who(event->process).text,
                    event->growing.made_by->info->name,
                    event->growing.count >= 10000 ? "ten" : "a");
    finding_call(finding, "made", event->growing.made_by);
    finding_process(finding, event->process);
    finding_submit(finding);
}

#define KEPT                                                                   \
    "MPI_Finalize does not free objects that the application made. A program " \
    "that makes them in a loop and does not free them runs out of memory."

static const struct rule rules[] = {
    {"LEAK-REQUEST", SEVERITY_WARNING, "A persistent request was not freed",
     "MPI-4.1 3.9, 11.2.2",
     "MPI_Finalize does not free it: what the MPI library keeps for it is "
     "lost.",
     "Call MPI_Request_free for it when it is inactive.", EVENT_BIT(EVENT_LEFT),
     check_request},
    {"LEAK-COMM", SEVERITY_WARNING, "A communicator was not freed",
     "MPI-4.1 11.2.2, 11.3.1",
     "MPI_Finalize and MPI_Session_finalize do not free objects that the "
     "application made. A "
     "program that makes communicators and does not free them runs out of "
     "them in the end.",
     "Call MPI_Comm_free for it on all its members.", EVENT_BIT(EVENT_LEFT),
     check_comm},
    {"LEAK-DATATYPE", SEVERITY_WARNING, "A datatype was not freed",
     "MPI-4.1 11.2.2",
     "MPI_Finalize does not free objects that the application made. A "
     "program that makes datatypes in a loop and does not free them runs out "
     "of memory.",
     "Call MPI_Type_free when no further call needs the datatype.",
     EVENT_BIT(EVENT_LEFT), check_type},
    {"LEAK-WINDOW", SEVERITY_WARNING, "A window was not freed",
     "MPI-4.1 11.2.2, 11.3.1",
     "MPI_Finalize does not free objects that the application made; the "
     "memory of the window may stay registered with the network or shared.",
     "Call MPI_Win_free for it on all its members.", EVENT_BIT(EVENT_LEFT),
     check_window},
    {"LEAK-GROUP", SEVERITY_WARNING, "A group was not freed", "MPI-4.1 11.2.2",
     KEPT " MPI_Comm_group and its kin make a group, too.",
     "Call MPI_Group_free when no further call needs the group; a "
     "communicator made of it does not.",
     EVENT_BIT(EVENT_LEFT), check_group},
    {"LEAK-OP", SEVERITY_WARNING, "An op was not freed", "MPI-4.1 11.2.2", KEPT,
     "Call MPI_Op_free when no further call needs the op.",
     EVENT_BIT(EVENT_LEFT), check_op},
    {"LEAK-INFO", SEVERITY_WARNING, "An info object was not freed",
     "MPI-4.1 10, 11.2.2",
     KEPT " Calls like MPI_Win_get_info make an info object, too.",
     "Call MPI_Info_free as soon as the calls that take it have returned; "
     "they keep what they need of it.",
     EVENT_BIT(EVENT_LEFT), check_info},
    {"LEAK-ERRHANDLER", SEVERITY_WARNING, "An error handler was not freed",
     "MPI-4.1 9.3, 11.2.2",
     KEPT " Calls like MPI_Comm_get_errhandler behave as if they made one.",
     "Call MPI_Errhandler_free as soon as it is set: it stays with the "
     "objects that have it.",
     EVENT_BIT(EVENT_LEFT), check_errhandler},
    {"LEAK-KEYVAL", SEVERITY_NOTE, "A keyval was not freed",
     "MPI-4.1 7.7, 11.2.2", KEPT,
     "Call MPI_Comm_free_keyval, MPI_Win_free_keyval or MPI_Type_free_keyval: "
     "attributes set with it stay.",
     EVENT_BIT(EVENT_LEFT), check_keyval},
    {"LEAK-FILE", SEVERITY_ERROR, "A file was not closed", "MPI-4.1 14.2.1",
     "All files that were opened by MPI_File_open have to be closed before "
     "MPI_Finalize: what was written may not be in the file.",
     "Call MPI_File_close on all processes that opened it.",
     EVENT_BIT(EVENT_LEFT), check_file},
    {"LEAK-SESSION", SEVERITY_WARNING, "A session was not finalized",
     "MPI-4.1 11.3.1",
     "What the MPI library keeps for the session stays to the end of the "
     "process.",
     "Call MPI_Session_finalize when all that was derived from the session "
     "is freed.",
     EVENT_BIT(EVENT_LEFT), check_session},
    {"LEAK-GROWING", SEVERITY_WARNING,
     "Objects that are made in a loop are not freed", "MPI-4.1 2.5.1, 11.2.2",
     "Very many objects that one place in the program has made are there at "
     "once. A program that goes on like this runs out of memory or, at some "
     "2,000, of communicators.",
     "Free the object in the same loop; or make it once, before.",
     EVENT_BIT(EVENT_GROWING), check_growing},
    {"LEAK-MEMORY", SEVERITY_WARNING, "Memory of MPI_Alloc_mem was not freed",
     "MPI-4.1 9.2",
     "Such memory may be registered with the network, or shared, and is "
     "scarce.",
     "Call MPI_Free_mem before MPI_Finalize.", EVENT_BIT(EVENT_LEFT),
     check_memory},
    {"LEAK-BUFFER", SEVERITY_NOTE,
     "A buffer for buffered sends is attached as MPI is finalized",
     "MPI-4.1 3.6, 11.2.2",
     "That is allowed: when MPI_Finalize has returned, the program may use or "
     "free the buffer. Before, only MPI_Buffer_detach says that it may: it "
     "waits until all messages have left the buffer.",
     "Nothing need be done. Call MPI_Buffer_detach before MPI_Finalize to have "
     "the memory back earlier.",
     EVENT_BIT(EVENT_LEFT), check_buffer},
};

const struct rule_family leak_family = RULE_FAMILY("leak", rules);
