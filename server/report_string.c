/*
 * report_string.c - strings of the application, made fit for a report.
 */
#include "report_string.h"

#include "record.h"
#include "stack.h"
#include "stack_source.h"
#include "suppression.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT UINT32_C(0xfffd)

uint32_t utf8_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    /* Bounds of the second byte shut out overlong forms, surrogates and
     * what lies beyond U+10FFFF. */
    unsigned char low = 0x80, high = 0xbf;
    uint32_t character;
    int more;

    if (s[0] < 0x80) {
        *text += 1;
        return s[0];
    }
    if (s[0] >= 0xc2 && s[0] <= 0xdf) {
        character = s[0] & 0x1f;
        more = 1;
    } else if (s[0] >= 0xe0 && s[0] <= 0xef) {
        character = s[0] & 0x0f;
        more = 2;
        low = s[0] == 0xe0 ? 0xa0 : 0x80;
        high = s[0] == 0xed ? 0x9f : 0xbf;
    } else if (s[0] >= 0xf0 && s[0] <= 0xf4) {
        character = s[0] & 0x07;
        more = 3;
        low = s[0] == 0xf0 ? 0x90 : 0x80;
        high = s[0] == 0xf4 ? 0x8f : 0xbf;
    } else {
        *text += 1;
        return REPLACEMENT;
    }
    for (int i = 1; i <= more; i++) {
        if (s[i] < low || s[i] > high) {
            *text += i;
            return REPLACEMENT;
        }
        character = character << 6 | (s[i] & 0x3f);
        low = 0x80;
        high = 0xbf;
    }
    *text += more + 1;
    return character;
}

void utf8_append(struct text *text, uint32_t character)
{
    char bytes[4];
    size_t length = 0;

    if (character < 0x80) {
        bytes[length++] = (char)character;
    } else if (character < 0x800) {
        bytes[length++] = (char)(0xc0 | character >> 6);
        bytes[length++] = (char)(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        bytes[length++] = (char)(0xe0 | character >> 12);
        bytes[length++] = (char)(0x80 | (character >> 6 & 0x3f));
        bytes[length++] = (char)(0x80 | (character & 0x3f));
    } else {
        bytes[length++] = (char)(0xf0 | character >> 18);
        bytes[length++] = (char)(0x80 | (character >> 12 & 0x3f));
        bytes[length++] = (char)(0x80 | (character >> 6 & 0x3f));
        bytes[length++] = (char)(0x80 | (character & 0x3f));
    }
    text_append(text, bytes, length);
}

/* The length of the plain ASCII at the start, which is most of all text and
 * needs no look at each character. */
static size_t plain_length(const char *string)
{
    size_t length = 0;

    while (string[length] >= 0x20 && string[length] < 0x7f)
        length++;
    return length;
}

char *report_utf8(const char *string)
{
    struct text text = {0};
    size_t length;

    for (;;) {
        length = plain_length(string);
        text_append(&text, string, length);
        string += length;
        if (*string == '\0')
            return text.bytes != NULL ? text.bytes : xstrdup("");
        utf8_append(&text, utf8_next(&string));
    }
}

/* Controls, what turns the direction of the text around, and what XML does not
 * take. */
static bool acts_on_terminal(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) ||
           (character >= 0x200e && character <= 0x200f) ||
           (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069) ||
           (character & 0xfffe) == 0xfffe;
}

void report_append_plain(struct text *text, const char *string, size_t limit)
{
    for (size_t i = 0; *string != '\0'; i++) {
        uint32_t character;

        if (i == limit) {
            text_append(text, "...", 3);
            return;
        }
        character = utf8_next(&string);
        if (!acts_on_terminal(character))
            utf8_append(text, character);
        else if (character < 0x100)
            text_printf(text, "\\x%02x", (unsigned int)character);
        else
            text_printf(text, "\\u%04x", (unsigned int)character);
    }
}

/* Controls have pictures from U+2400 on.  What HTML forbids and what would
 * turn the direction of the text around it becomes U+FFFD. */
static uint32_t html_character(uint32_t character)
{
    if (character == '\n' || character == '\t')
        return character;
    if (character < 0x20)
        return 0x2400 + character;
    if (character == 0x7f)
        return 0x2421;
    if ((character >= 0x80 && character < 0xa0) ||
        (character >= 0x202a && character <= 0x202e) ||
        (character >= 0x2066 && character <= 0x2069) ||
        (character >= 0xfdd0 && character <= 0xfdef) ||
        (character & 0xfffe) == 0xfffe)
        return REPLACEMENT;
    return character;
}

static const char *html_entity(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void append_line(struct text *text, const char *bytes, size_t length)
{
    text_append(text, bytes, length);
    text_append(text, "\n", 1);
}

int report_append_lines(struct text *text, const char *string, size_t limit,
                        size_t width)
{
    struct text plain = {0};
    const char *line, *space = NULL, *s;
    size_t used = 0;
    int count = 0;

    report_append_plain(&plain, string, limit);
    for (line = s = plain.bytes; s != NULL && *s != '\0';) {
        const char *before = s;

        (void)utf8_next(&s);
        if (*before == ' ')
            space = before;
        if (++used <= width)
            continue;
        if (space == NULL)
            space = before;
        append_line(text, line, (size_t)(space - line));
        count++;
        line = s = *space == ' ' ? space + 1 : space;
        space = NULL;
        used = 0;
    }
    if (line != NULL && *line != '\0') {
        append_line(text, line, strlen(line));
        count++;
    }
    free(plain.bytes);
    return count;
}

void report_put_html(FILE *stream, const char *string, size_t limit)
{
    for (size_t left = limit; *string != '\0'; left--) {
        const char *entity = html_entity(*string);
        struct text text = {0};

        if (left == 0) {
            fputs("\u2026", stream);
            return;
        }
        if (entity != NULL) {
            fputs(entity, stream);
            string++;
        } else if (*string >= 0x20 && *string < 0x7f) {
            putc_unlocked(*string++, stream);
        } else {
            utf8_append(&text, html_character(utf8_next(&string)));
            fwrite(text.bytes, 1, text.length, stream);
            free(text.bytes);
        }
    }
}

void report_time(char *buffer, size_t size, const struct timespec *time)
{
    struct tm parts;
    char date[24];

    gmtime_r(&time->tv_sec, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(buffer, size, "%s.%03ldZ", date, time->tv_nsec / 1000000);
}

void report_duration_text(char *buffer, size_t size, uint64_t nanoseconds)
{
    static const char *const units[] = {"ns", "\u00b5s", "ms", "s"};
    unsigned long long seconds = nanoseconds / 1000000000;
    double value = (double)nanoseconds;
    int unit = 0;

    if (seconds >= 7200) {
        snprintf(buffer, size, "%llu h %llu min", seconds / 3600,
                 seconds / 60 % 60);
        return;
    }
    if (seconds >= 120) {
        snprintf(buffer, size, "%llu min %llu s", seconds / 60, seconds % 60);
        return;
    }
    while (value >= 999.95 && unit < 3) {
        value /= 1000;
        unit++;
    }
    snprintf(buffer, size, "%.4g %s", value, units[unit]);
}

char *report_bytes_text(uint64_t bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    double value = (double)bytes;
    int unit = 0;

    while (value >= 999.5 && unit < 5) {
        value /= 1000;
        unit++;
    }
    return xasprintf("%.3g %s", value, units[unit]);
}

size_t report_rank_count(const struct report_job *job)
{
    size_t count = 0;

    for (size_t i = 0; i < job->process_count; i++)
        count += job->processes[i]->rank >= 0;
    return count;
}

struct report_ranks report_ranks(const struct report_job *job)
{
    size_t count = report_rank_count(job);
    size_t all = job->world_size > 0 ? (size_t)job->world_size : 0;
    struct report_ranks ranks = {""};

    if (count > 0 && count < all)
        snprintf(ranks.text, sizeof ranks.text, "%zu of %zu ranks", count, all);
    else if (count > 0)
        snprintf(ranks.text, sizeof ranks.text, "%zu rank%s", count,
                 count > 1 ? "s" : "");
    return ranks;
}

void report_append_numbers(struct text *text, const struct findings *findings)
{
    static const char *const words[][2] = {
        [SEVERITY_NOTE] = {"note", "notes"},
        [SEVERITY_WARNING] = {"warning", "warnings"},
        [SEVERITY_POTENTIAL] = {"potential error", "potential errors"},
        [SEVERITY_ERROR] = {"error", "errors"},
    };
    const char *comma = "";
    size_t known = 0;

    for (int i = SEVERITY_ERROR; i >= SEVERITY_NOTE; i--) {
        size_t count = findings_count(findings, (enum severity)i);

        if (count == 0)
            continue;
        text_printf(text, "%s%zu %s", comma, count, words[i][count > 1]);
        comma = ", ";
    }
    if (*comma == '\0')
        text_printf(text, "no findings");
    for (size_t i = 0; i < findings_rule_total(findings); i++)
        known += findings_rule_at(findings, i)->known;
    if (known > 0)
        text_printf(text, " (%zu known)", known);
}

char *report_suppression_text(const struct suppression *entry)
{
    if (entry->findings == 0)
        return xasprintf("nothing fits the entry for %s (%s) in %s",
                         entry->rule, entry->reason, entry->source);
    return xasprintf("%zu finding%s of %s (%s)", entry->findings,
                     entry->findings > 1 ? "s" : "", entry->rule,
                     entry->reason);
}

double report_duration(const struct report_job *job)
{
    return (double)(job->end.tv_sec - job->start.tv_sec) +
           (double)(job->end.tv_nsec - job->start.tv_nsec) / 1e9;
}

void report_signal_name(char *buffer, size_t size, int signal)
{
    const char *name = sigabbrev_np(signal);

    if (name != NULL)
        snprintf(buffer, size, "SIG%s", name);
    else
        snprintf(buffer, size, "signal %d", signal);
}

/* Without a signal and without its exit handlers.  In a call it was mostly the
 * MPI library that ended it; a thread or a signal handler may have done it.
 * (After MPI_Finalize no report tells which call it was.) */
static char *ended_silently(const struct process *process, const char *state)
{
    const struct call *call = process_end_call(process);
    int status = WEXITSTATUS(process->wait_status);

    if (process->mpi == PROCESS_ABORTED)
        return xasprintf("ended with status %d, %s", status, state);
    if (call != NULL && !call->returned && !process_finished(process))
        return xasprintf("ended with status %d, by an MPI error or _exit, %s",
                         status, state);
    return xasprintf("ended with status %d by _exit or exec, %s", status,
                     state);
}

char *report_process_end(const struct process *process)
{
    static const char *const mpi_state[] = {
        [PROCESS_BEFORE_INIT] = "before MPI was initialized",
        [PROCESS_INITIALIZED] = "without MPI_Finalize",
        [PROCESS_FINALIZED] = "after MPI_Finalize",
        [PROCESS_IN_SESSION] = "without MPI_Session_finalize",
        [PROCESS_SESSIONS_OVER] = "after MPI_Session_finalize",
        [PROCESS_ABORTED] = "by MPI_Abort",
    };
    const char *state = mpi_state[process->mpi];
    char name[32];

    if (process->ended_here && process->end != PROCESS_RUNNING)
        return xstrdup("was ended by Murmel, with the job");
    switch (process->end) {
    case PROCESS_EXITED:
        return xasprintf("exited with status %d, %s", process->exit_status,
                         state);
    case PROCESS_CRASHED:
        report_signal_name(name, sizeof name, process->signal);
        if (process->crash_address == CRASH_NO_ADDRESS)
            return xasprintf("was ended by %s, %s", name, state);
        return xasprintf("was ended by %s at address 0x%llx, %s", name,
                         (unsigned long long)process->crash_address, state);
    case PROCESS_LOST:
        if (process->interrupted)
            return xasprintf("was ended with the interrupted job, %s", state);
        if (process_end_signal(process) != 0) {
            report_signal_name(name, sizeof name, process_end_signal(process));
            return xasprintf("was ended by %s, %s", name, state);
        }
        if (process->wait_status >= 0)
            return ended_silently(process, state);
        return xasprintf("was lost without a word (killed, _exit or exec), %s",
                         state);
    case PROCESS_REPLACED:
        return xasprintf("became another program (exec), which is not "
                         "observed, %s",
                         state);
    case PROCESS_UNSEEN:
        return xasprintf("was not observed to its end, %s", state);
    case PROCESS_RUNNING:
        break;
    }
    return xasprintf("was still running, %s",
                     process->mpi == PROCESS_INITIALIZED ||
                             process->mpi == PROCESS_IN_SESSION
                         ? "in MPI"
                         : state);
}

bool report_shows_last_calls(const struct report *report,
                             const struct process *process)
{
    if (process_finished(process) || process->call_count == 0)
        return false;
    return report->complete || process->end != PROCESS_RUNNING;
}

bool report_ended_badly(const struct report *report,
                        const struct process *process)
{
    if (process->end == PROCESS_RUNNING)
        return report->complete;
    return (process->end != PROCESS_EXITED &&
            process->end != PROCESS_REPLACED &&
            process->end != PROCESS_UNSEEN) ||
           (!process_finished(process) && process->call_count > 0);
}

const char *report_file_name(const char *file, const struct process *process)
{
    size_t length;

    if (process == NULL || process->directory == NULL)
        return file;
    length = strlen(process->directory);
    if (length > 1 && strncmp(file, process->directory, length) == 0 &&
        file[length] == '/')
        return file + length + 1;
    return file;
}

char *report_who(const struct process *process)
{
    if (process == NULL)
        return xstrdup("unknown process");
    if (process->rank < 0)
        return xasprintf("process %d", process->pid);
    return xasprintf("rank %d", process->rank);
}

char *report_who_calls(const struct call *call)
{
    char *who = report_who(call->process), *with_thread;

    if (call->thread == 0)
        return who;
    with_thread = xasprintf("%s, thread %u", who, call->thread);
    free(who);
    return with_thread;
}

char *report_frame_place(const struct source_frame *frame,
                         const struct process *process)
{
    if (frame->file != NULL)
        return xasprintf("%s:%d", report_file_name(frame->file, process),
                         frame->line);
    if (frame->module != NULL)
        return xasprintf("in %s", frame->module);
    return xstrdup("");
}

char *report_stack_place(const struct stack *stack,
                         const struct process *process)
{
    const struct source_stack *source =
        stack != NULL ? stack_source(stack) : NULL;
    const struct source_frame *frame;
    char *place, *text;

    if (source == NULL || source->frame_count == 0)
        return xstrdup(REPORT_PLACE_UNKNOWN);
    frame = &source->frames[0];
    place = report_frame_place(frame, process);
    if (frame->function == NULL)
        return place;
    if (frame->file != NULL)
        text = xasprintf("%s in %s%s", place, frame->function,
                         frame->inlined ? " (inlined)" : "");
    else
        text = xasprintf("%s %s", frame->function, place);
    free(place);
    return text;
}

char *report_made_by(const struct call *call)
{
    char *who = report_who(call->process);
    char *place = report_stack_place(call->stack, call->process);
    char *text =
        xasprintf("made by %s in %s at %s", who, call->info->name, place);

    free(who);
    free(place);
    return text;
}

const struct source_frame *report_finding_frame(const struct finding *finding)
{
    const struct stack *stack = NULL;
    const struct source_stack *source;
    size_t i;

    if (finding->crashed != NULL)
        stack = finding->crashed->crash_stack;
    else if (finding->call_count > 0)
        stack = finding->calls[0].call->stack;
    source = stack != NULL ? stack_source(stack) : NULL;
    if (source == NULL || source->frame_count == 0)
        return NULL;
    /* A crash may be in the C library, of which the program has no file. */
    for (i = 0; finding->crashed != NULL && i < source->frame_count; i++)
        if (!source_frame_is_system(&source->frames[i]))
            return &source->frames[i];
    /* A function of a library without debug information may have no name. */
    for (i = 0; i < source->frame_count; i++)
        if (source->frames[i].function != NULL ||
            source->frames[i].file != NULL)
            return &source->frames[i];
    return &source->frames[0];
}
