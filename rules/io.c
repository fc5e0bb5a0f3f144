/*
 * io.c - files: how they are opened, and what may be done with them.
 */
#include "call_text.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* `role`: what event->file.other is. */
static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *role,
                   const char *what)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s calls %s%s.", process_who(event->process).text,
                    event->call->info->name, what);
    finding_call(finding, "call", event->call);
    if (event->file.other != NULL)
        finding_call(finding, role, event->file.other);
    if (event->file.opened != NULL)
        finding_call(finding, "open", event->file.opened);
    finding_submit(finding);
}

static void check_amode(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    static const char *const texts[] = {
        [FILE_AMODE_ONE] = (" with not exactly one of MPI_MODE_RDONLY, "
                            "MPI_MODE_WRONLY and MPI_MODE_RDWR"),
        [FILE_AMODE_CREATE] =
            " with MPI_MODE_CREATE or MPI_MODE_EXCL for reading only",
        [FILE_AMODE_SEQUENTIAL] =
            " with MPI_MODE_SEQUENTIAL for reading and writing"};

    if (event->file.fault <= FILE_AMODE_SEQUENTIAL)
        report(rule, event, findings, NULL, texts[event->file.fault]);
}

static void check_access(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->file.fault == FILE_NOT_READ)
        report(rule, event, findings, NULL,
               " on a file that is open for writing only");
    else if (event->file.fault == FILE_NOT_WRITTEN)
        report(rule, event, findings, NULL,
               " on a file that is open for reading only");
}

static void check_sequential(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (event->file.fault == FILE_SEQUENTIAL)
        report(rule, event, findings, NULL,
               " on a file that is open with MPI_MODE_SEQUENTIAL");
}

static void check_split(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    char *text;

    if (event->file.fault != FILE_SPLIT_ACTIVE &&
        event->file.fault != FILE_SPLIT_NONE)
        return;
    if (event->file.other == NULL)
        text = xasprintf(", but no split collective operation is active on "
                         "the file");
    else
        text = xasprintf(
            ", but on the file %s is active%s", event->file.other->info->name,
            event->file.fault == FILE_SPLIT_NONE ? ", which that does not end"
                                                 : "");
    report(rule, event, findings, "active", text);
    free(text);
}

static void check_split_buffer(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    if (event->file.fault == FILE_SPLIT_BUFFER)
        report(rule, event, findings, "begin",
               " with another buffer than the operation was begun with");
}

static void check_pending(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->file.fault == FILE_PENDING)
        report(rule, event, findings, "pending",
               " while an operation on the file is not complete");
}

static void check_view(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->file.fault == FILE_VIEW)
        report(rule, event, findings, NULL,
               " with a filetype that is not made of etypes");
    else if (event->file.fault == FILE_VIEW_BACK)
        report(rule, event, findings, NULL,
               " with a datatype in which displacements are negative, or less "
               "than the one before");
    else if (event->file.fault == FILE_VIEW_BEGIN)
        report(rule, event, findings, NULL,
               " with a displacement that a file opened in this mode has not");
}

static void check_shared_views(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    struct finding *finding;

    if (event->file.fault != FILE_SHARED_VIEWS)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s calls %s, but ranks %d and %d have given the file "
                    "different views.",
                    process_who(event->process).text, event->call->info->name,
                    process_rank(event->file.other->process),
                    process_rank(event->file.another->process));
    finding_call_aside(finding, "call", event->call);
    finding_call(finding, "view", event->file.other);
    finding_call(finding, "view", event->file.another);
    finding_submit(finding);
}

static void check_etype(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (event->file.fault == FILE_ETYPE)
        report(rule, event, findings, "view",
               " with data that are not of the view's etype, or are no whole "
               "number of these");
}

/* "Ranks 0 and 1 both write", "Rank 0 writes and reads" */
static char *who_accesses(const struct model_event *event)
{
    struct call *const *calls = event->shared_file.calls;
    const bool *writes = event->shared_file.writes;
    int first = process_rank(calls[0]->process);
    int second = process_rank(calls[1]->process);

    if (calls[0]->process == calls[1]->process)
        return xasprintf("Rank %d %s", first,
                         writes[0] && writes[1] ? "writes twice"
                         : writes[0]            ? "writes and reads"
                                                : "reads and writes");
    if (writes[0] == writes[1])
        return xasprintf("Ranks %d and %d both write", first, second);
    return xasprintf("Rank %d %s, and rank %d %s,", first,
                     writes[0] ? "writes" : "reads", second,
                     writes[1] ? "writes" : "reads");
}

/* The sentence's end: of which file, and what is not between the two. */
static char *of_file(const struct model_event *event)
{
    const char *const *names = event->shared_file.names;
    struct call *const *calls = event->shared_file.calls;

    if (event->shared_file.pending != NULL)
        return xasprintf("%s, the second time before %s was complete", names[0],
                         event->shared_file.pending->info->name);
    if (!event->shared_file.apart)
        return xasprintf("%s, neither in atomic mode nor with MPI_File_sync "
                         "between the two",
                         names[0]);
    return xasprintf("one file, which %s opened by different calls (%s and "
                     "%s): neither has synchronized or closed it before the "
                     "other did so, or opened it",
                     calls[0]->process == calls[1]->process ? "it has"
                                                            : "they have",
                     names[0], names[1]);
}

static void check_conflict(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);
    uint64_t low = event->shared_file.low, last = event->shared_file.high - 1;
    char *who = who_accesses(event), *file = of_file(event);
    char *bytes = low == last
                      ? xasprintf("byte %" PRIu64, low)
                      : xasprintf("bytes %" PRIu64 " to %" PRIu64, low, last);
    int i;

    finding_message(finding, "%s %s of %s.", who, bytes, file);
    for (i = 0; i < 2; i++)
        finding_call(finding, event->shared_file.writes[i] ? "write" : "read",
                     event->shared_file.calls[i]);
    for (i = 0; i < 1 + event->shared_file.apart; i++)
        finding_object(finding, "file", event->shared_file.names[i],
                       event->shared_file.made_by[i]);
    finding_submit(finding);
    free(who);
    free(file);
    free(bytes);
}

/* What was told of already needs no more; and of an MPI without files that is
 * told where one is used. */
static void check_ignored(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct call *call = event->call;
    const char *error =
        call_text_error((int64_t)call->words[call->info->in_words]);
    struct finding *finding;

    if (!event->failed.ignored ||
        (error != NULL &&
         strcmp(error, "MPI_ERR_UNSUPPORTED_OPERATION") == 0) ||
        findings_explain(findings, event->process, call, SEVERITY_WARNING,
                         NULL))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called %s, which failed%s%s, and does not look at what "
                    "it returned.",
                    process_who(event->process).text, call->info->name,
                    error == NULL ? "" : " with ", error == NULL ? "" : error);
    finding_call(finding, "call", event->call);
    if (event->failed.open != NULL)
        finding_call_aside(finding, "failed", event->failed.open);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"IO-AMODE", SEVERITY_ERROR,
     "A file is opened in modes that exclude each "
     "other",
     "MPI-4.1 14.2.1",
     "A file is opened with exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY "
     "and MPI_MODE_RDWR. MPI_MODE_CREATE and MPI_MODE_EXCL do not go with "
     "MPI_MODE_RDONLY, and MPI_MODE_SEQUENTIAL does not go with "
     "MPI_MODE_RDWR.",
     "Give one of the three: MPI_MODE_CREATE | MPI_MODE_WRONLY for a new file, "
     "MPI_MODE_RDONLY for one that is there.",
     EVENT_BIT(EVENT_FILE), check_amode},
    {"IO-ACCESS", SEVERITY_ERROR,
     "A file is read or written that is not open for that", "MPI-4.1 14.2.1",
     "A file that was opened with MPI_MODE_WRONLY cannot be read, and one "
     "that was opened with MPI_MODE_RDONLY cannot be written: the call "
     "fails.",
     "Open the file with MPI_MODE_RDWR.", EVENT_BIT(EVENT_FILE), check_access},
    {"IO-FAILED", SEVERITY_WARNING,
     "Data were not read or written, and the program did not look",
     "MPI-4.1 14.7",
     "The error handler of files is MPI_ERRORS_RETURN, if no other one was "
     "set: a call that fails returns, and the program goes on as if the file "
     "was open, and the data were there.",
     "Look at what the call returns (ierror in Fortran); or end the job where "
     "that fails by MPI_File_set_errhandler(MPI_FILE_NULL, "
     "MPI_ERRORS_ARE_FATAL) before the file is opened.",
     EVENT_BIT(EVENT_FAILED), check_ignored},
    {"IO-SEQUENTIAL", SEVERITY_ERROR,
     "A call for random access on a file that is open for sequential access",
     "MPI-4.1 14.4.2, 14.4.3, 14.4.4, 14.6.2",
     "A file that is open with MPI_MODE_SEQUENTIAL can be accessed by the "
     "shared file pointer only, and can neither be positioned nor resized.",
     "Use MPI_File_read_shared, MPI_File_write_shared or their ordered "
     "twins; or open the file without MPI_MODE_SEQUENTIAL.",
     EVENT_BIT(EVENT_FILE), check_sequential},
    {"IO-SPLIT", SEVERITY_ERROR,
     "Split collective operations on a file that do not go together",
     "MPI-4.1 14.4.5",
     "A file can have one split collective operation at a time. It ends "
     "with the call that belongs to its begin (MPI_File_read_all_end to "
     "MPI_File_read_all_begin); until then no other collective call may "
     "read or write the file.",
     "Call the end of the operation before the next collective call that "
     "reads or writes; or use nonblocking ones (MPI_File_iwrite_all).",
     EVENT_BIT(EVENT_FILE), check_split},
    {"IO-SPLIT-BUFFER", SEVERITY_WARNING,
     "A split collective operation ends with another buffer than it began with",
     "MPI-4.1 14.4.5",
     "Begin and end specify one buffer: the end tells the compiler which "
     "memory "
     "the operation may have changed. The data are where the begin says; in "
     "the other buffer they are not.",
     "Give the end the buffer of the begin.", EVENT_BIT(EVENT_FILE),
     check_split_buffer},
    {"IO-PENDING", SEVERITY_ERROR,
     "A file is closed, resized, synchronized or given a view while it is "
     "accessed",
     "MPI-4.1 14.2.2, 14.2.4, 14.3, 14.6.1",
     "Nonblocking and split collective operations on a file must be complete "
     "before it is closed, resized, synchronized or given another view.",
     "Wait for the requests, or call the end of the split operation, before.",
     EVENT_BIT(EVENT_FILE), check_pending},
    {"IO-VIEW", SEVERITY_ERROR, "A view that a file cannot have",
     "MPI-4.1 14.3",
     "The filetype is the etype itself, or a derived datatype that consists of "
     "several of them: data are accessed in units of the etype. The "
     "displacements in both are not negative, and none is less than the one "
     "before. The view begins at a byte of the file, 0 or more; only in a "
     "file that is opened with MPI_MODE_SEQUENTIAL it has to begin at "
     "MPI_DISPLACEMENT_CURRENT.",
     "Construct the filetype from the etype that is given, its blocks in the "
     "order in which they stand in the file.",
     EVENT_BIT(EVENT_FILE), check_view},
    {"IO-SHARED-VIEW", SEVERITY_ERROR,
     "The shared file pointer of a file of which processes have different "
     "views",
     "MPI-4.1 14.4.4",
     "The shared file pointer counts in etypes of the one view that all "
     "processes have: its use is erroneous while their views differ.",
     "Give all processes the same displacement, etype and filetype; or let "
     "each write by its own file pointer, or at explicit offsets.",
     EVENT_BIT(EVENT_FILE), check_shared_views},
    {"IO-ETYPE", SEVERITY_ERROR,
     "Data are read or written that are not of the view's elementary type",
     "MPI-4.1 14.4.1",
     "The type signature of the data has to be that of some number of the "
     "view's etypes, one behind the other: a file is accessed in whole etypes.",
     "Give the view the etype of the data, or the call the datatype of the "
     "view; a view of MPI_BYTE takes all.",
     EVENT_BIT(EVENT_FILE), check_etype},
    {"IO-CONFLICT", SEVERITY_POTENTIAL,
     "The same bytes of a file are accessed twice, and nothing puts that in "
     "order",
     "MPI-4.1 14.6.1",
     "Without atomic mode it is left to the MPI what is in the file, or read "
     "from it, when two processes access the same bytes and one of them "
     "writes, "
     "unless each has called MPI_File_sync between the two. Barriers and "
     "messages alone do not do it. Nor is it certain of one process that "
     "accesses them again while its own nonblocking or split operation is "
     "under way. Of a file that several calls of "
     "MPI_File_open have opened this holds in atomic mode, too, and for one "
     "process that has two handles of it.",
     "Let each process write its own bytes; or call MPI_File_set_atomicity; or "
     "MPI_File_sync, MPI_Barrier, MPI_File_sync between the two. By different "
     "calls, open the file behind a barrier after the other has closed it. "
     "A process's own operation has to be completed, as by MPI_Wait.",
     EVENT_BIT(EVENT_FILE_CONFLICT), check_conflict},
};

const struct rule_family io_family = RULE_FAMILY("io", rules);
