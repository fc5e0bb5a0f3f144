/*
 * argument_memory.c - buffers and arrays without the memory that the call says
 * is there.
 */
#include "argument.h"

#include "call_text.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct array_number *numbers_of(const struct model_event *event,
                                             int parameter)
{
    const struct call_info *info = event->call->info;

    if (parameter < 0 || parameter >= info->parameter_count ||
        info->parameters[parameter].wire != WIRE_NUMBERS)
        return NULL;
    return (const void *)&event->call->words[info->parameters[parameter].word];
}

/* Of data in pieces the one that reaches furthest: "recvcounts[1] = 250 items
 * of 8 bytes, from item displs[1] = 2000 on".  malloc'd; or NULL. */
static char *piece_text(const struct model_event *event)
{
    const struct call_parameter *parameters = event->call->info->parameters;
    const struct type *type = event->argument.type;
    int count = event->argument.parameter->count;
    const struct array_number *counts = numbers_of(event, count);
    const struct array_number *displs = numbers_of(event, count + 1);
    int64_t end, furthest = 0;
    char *length, *from, *text;
    uint32_t i, at = 0;

    if (type == NULL || counts == NULL || displs == NULL ||
        counts->special != ARRAY_PRESENT || displs->special != ARRAY_PRESENT ||
        displs->count != counts->count || type->ub <= type->lb)
        return NULL;
    for (i = 0; i < counts->count; i++)
        if (counts->items[i] > 0 &&
            !__builtin_add_overflow(counts->items[i], displs->items[i], &end) &&
            end > furthest) {
            furthest = end;
            at = i;
        }
    if (furthest == 0)
        return NULL;
    length = call_item_text(event->call, parameters[count].name, at);
    from = call_item_text(event->call, parameters[count + 1].name, at);
    text = xasprintf("%s = %" PRId64 " items of %" PRId64
                     " bytes, from item %s = %" PRId64 " on",
                     length, counts->items[at], type->ub - type->lb, from,
                     displs->items[at]);
    free(length);
    free(from);
    return text;
}

/* Of a type with gaps, so that more is taken than is sent: "an item of sendtype
 * spans 104 bytes, of which 32 are data".  malloc'd; or NULL. */
static char *gaps_text(const struct model_event *event)
{
    const struct type *type = event->argument.type;
    int64_t extent;

    if (type == NULL || !type->known || type->size <= 0)
        return NULL;
    extent = type->ub - type->lb;
    if (extent <= type->size || event->argument.takes <= extent)
        return NULL;
    return xasprintf(
        "an item of %s spans %" PRId64 " bytes, of which %" PRId64 " are data",
        event->call->info->parameters[event->argument.parameter->type].name,
        extent, type->size);
}

/* How the data come to reach that far: " (...)", or "".  malloc'd. */
static char *how_text(const struct model_event *event)
{
    uint32_t each = event->argument.each;
    char *piece = piece_text(event);
    char *gaps = piece == NULL ? gaps_text(event) : NULL;
    char *text;

    if (piece != NULL)
        text = xasprintf(" (%s)", piece);
    else if (each > 1)
        text = xasprintf(" (%" PRId64 " for each of %" PRIu32 " processes%s%s)",
                         event->argument.takes / each, each,
                         gaps == NULL ? "" : "; ", gaps == NULL ? "" : gaps);
    else
        text = gaps == NULL ? xstrdup("") : xasprintf(" (%s)", gaps);
    free(gaps);
    free(piece);
    return text;
}

/* "7 bytes", or where it is known how many should be there "7 of 8 bytes".
 * malloc'd. */
static char *bytes_text(const struct model_event *event)
{
    int64_t there = event->argument.size, takes = event->argument.takes;
    char *how, *text;

    if (takes <= there)
        return xasprintf("%" PRId64 " byte%s", there, there == 1 ? "" : "s");
    how = how_text(event);
    text = xasprintf("%" PRId64 " of %" PRId64 " bytes%s", there, takes, how);
    free(how);
    return text;
}

/* No buffer is as long as that: displacements of the datatype are absolute, if
 * it is not its extent that is so large. */
static bool is_absolute(const struct model_event *event)
{
    const struct type *type = event->argument.type;

    return event->argument.takes >> 40 != 0 &&
           (type == NULL || !type->known ||
            (type->true_ub - type->true_lb) >> 40 != 0 ||
            (type->ub - type->lb) >> 40 == 0) &&
           event->call->words[event->argument.parameter->word] != 0;
}

/* `none` is said where not even the first byte is there; else "BEFORE n bytes
 * AFTER". */
static void report_missing(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings, const char *none,
                           const char *before, const char *after)
{
    char *bytes = bytes_text(event);
    char *more = is_absolute(event)
                     ? xstrdup(", but the displacements of the datatype are "
                               "absolute addresses, which are for MPI_BOTTOM")
                 : event->argument.size > 0
                     ? xasprintf(", but %s %s%s", before, bytes, after)
                     : xasprintf(", but %s", none);

    argument_report(rule, event, findings, more);
    free(more);
    free(bytes);
}

/* Where an array that is no buffer lies, no record tells. */
static void report_array(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings, const char *but)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s calls %s, whose %s %s %" PRId64 " byte%s, %s.",
                    process_who(event->process).text, event->call->info->name,
                    event->argument.parameter->name,
                    event->argument.may ? "may take" : "takes",
                    event->argument.needed,
                    event->argument.needed == 1 ? "" : "s", but);
    finding_call(finding, "call", event->call);
    argument_cite(finding, rule, event->call->info);
    finding_submit(finding);
}

/* What ends too early.  malloc'd. */
static char *place_text(const struct model_event *event)
{
    if (event->argument.fault == ARGUMENT_BEYOND_VARIABLE)
        return xasprintf("the variable %s ends", event->argument.variable);
    return xstrdup(event->argument.fault == ARGUMENT_BEYOND_FRAME
                       ? "the variables of the function that has it end"
                       : "the block of memory there ends");
}

static void report_short_array(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    char *place = place_text(event);
    char *but = xasprintf("but %s after %" PRId64, place, event->argument.size);

    report_array(rule, event, findings, but);
    free(but);
    free(place);
}

/* More has come than there is room for. */
static bool has_overwritten(const struct model_event *event)
{
    return event->argument.parameter->direction == DIRECTION_OUT &&
           event->call->came > event->argument.size;
}

static void report_block(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const char *none = event->argument.fault == ARGUMENT_BEYOND_FRAME
                           ? "there the variables of the function end"
                           : "there the block of memory ends";
    char *place = place_text(event);
    char *before = xasprintf("%s after", place);
    char *after = has_overwritten(event)
                      ? xasprintf(", and the message that came takes %" PRId64,
                                  event->call->came)
                      : xstrdup("");

    if (event->argument.needed > 0)
        report_short_array(rule, event, findings);
    else
        report_missing(rule, event, findings, none, before, after);
    free(after);
    free(before);
    free(place);
}

static void report_before(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    bool array = event->argument.needed > 0;
    char *but = xasprintf(
        "%sbut %s begin %" PRId64 " byte%s before the block of memory there",
        array ? "" : ", ", array ? "they" : "its data", event->argument.size,
        event->argument.size == 1 ? "" : "s");

    (array ? report_array : argument_report)(rule, event, findings, but);
    free(but);
}

static void check_memory(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NO_MEMORY &&
        event->argument.needed > 0)
        report_array(rule, event, findings, "but no memory is there");
    else if (event->argument.fault == ARGUMENT_NO_MEMORY)
        report_missing(rule, event, findings, "no memory is there",
                       "there is memory for", " only");
    if (event->argument.fault == ARGUMENT_FREED && event->argument.needed > 0)
        report_array(rule, event, findings, "but that memory was freed");
    else if (event->argument.fault == ARGUMENT_FREED)
        argument_report(rule, event, findings,
                        ", but that block of memory was freed");
    if (event->argument.fault == ARGUMENT_BEFORE_BLOCK)
        report_before(rule, event, findings);
}

static void check_read_only(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_READ_ONLY)
        report_missing(rule, event, findings, "that memory is read-only",
                       "that memory is read-only after", "");
}

static bool is_short(const struct model_event *event)
{
    return event->argument.fault == ARGUMENT_TOO_SHORT ||
           event->argument.fault == ARGUMENT_BEYOND_FRAME ||
           event->argument.fault == ARGUMENT_BEYOND_VARIABLE;
}

/* What comes may be less than there is room for. */
static bool is_room(const struct model_event *event)
{
    const struct call_info *info = event->call->info;

    if (event->argument.needed > 0 || event->argument.may)
        return event->argument.may;
    if (has_overwritten(event) || event->argument.parameter->type < 0)
        return false;
    return event->argument.parameter->direction == DIRECTION_OUT &&
           (info->classes & CLASS_RMA) == 0 &&
           ((info->classes & CLASS_COLLECTIVE) == 0 ||
            (info->classes & CLASS_IO) != 0);
}

static void check_short(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (is_short(event) && !is_room(event))
        report_block(rule, event, findings);
}

static void check_room(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (is_short(event) && is_room(event))
        report_block(rule, event, findings);
}

static const struct rule rules[] = {
    {"ARG-NO-MEMORY", SEVERITY_ERROR, "A buffer or an array where no memory is",
     "MPI-4.1 2.5.2, 3.2.2, 3.2.4",
     "A buffer is so many items of the datatype from its address on, as the "
     "count says. Where the process has no memory MPI crashes, or the system "
     "refuses to move the data. A block that was freed, or moved by realloc, "
     "may belong to others by then. Before a block lies what malloc has noted "
     "of it: with that changed, a later malloc or free crashes.",
     "Look whether the memory was freed before the call, whether the pointer "
     "was ever set, and whether the count is that of the buffer.",
     EVENT_BIT(EVENT_ARGUMENT), check_memory},
    {"ARG-TOO-SHORT", SEVERITY_ERROR,
     "A buffer or an array is shorter than its data", "MPI-4.1 2.5.2, 3.2.2",
     "A buffer is so many items of the datatype from its address on, as the "
     "count says, and an array of requests, statuses or counts has an item for "
     "each request, or process; the block of memory that was allocated there, "
     "or the "
     "variable, has fewer bytes. What lies behind it, if anything does, is "
     "sent or overwritten; on the stack that is where functions return to.",
     "Allocate as many bytes as count items of the datatype take; a gather "
     "takes count items of each process. Or the count is too large: that of a "
     "gather or scatter is for one process; displacements are numbers of "
     "items; and of a column the next item begins behind its last row, but "
     "where MPI_Type_create_resized has set another extent. "
     "MPI_STATUSES_IGNORE needs no array. Of a pointer give its value, of a "
     "std::vector its data(): their own addresses are not where the data are.",
     EVENT_BIT(EVENT_ARGUMENT), check_short},
    {"ARG-LESS-ROOM", SEVERITY_POTENTIAL,
     "A call is told of more room than its buffer, or array, has",
     "MPI-4.1 2.5.2, 3.2.4, 9.1.2",
     "The count permits a longer message than fits into the block of memory "
     "that was allocated for the buffer, or the variable. Such a message would "
     "overwrite what lies behind it; with the true count MPI would report an "
     "error instead. So it is with the size of a packing buffer, of which "
     "less is used. Likewise an array for the indices and statuses of those "
     "requests that are complete needs room for all, and names have as many "
     "characters as MPI_MAX_PROCESSOR_NAME, MPI_MAX_OBJECT_NAME and their like "
     "say.",
     "Give the count that the buffer holds, or allocate as much as the count, "
     "or the constant, says.",
     EVENT_BIT(EVENT_ARGUMENT), check_room},
    {"ARG-READ-ONLY", SEVERITY_ERROR,
     "Data are received into memory that cannot be stored to", "MPI-4.1 3.2.4",
     "MPI stores what it receives into the buffer; constants, string "
     "literals and files that are mapped for reading cannot be stored to.",
     "Receive into a variable that is not const.", EVENT_BIT(EVENT_ARGUMENT),
     check_read_only},
};

const struct rule_family argument_memory_family =
    RULE_FAMILY("argument-memory", rules);
