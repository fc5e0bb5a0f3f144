/*
 * report_string.h - strings of the application, made fit for a report.
 *
 * They may hold any bytes: invalid UTF-8, control characters, markup.
 */
#ifndef MURMEL_REPORT_STRING_H
#define MURMEL_REPORT_STRING_H

#include "memory.h"
#include "process.h"
#include "report.h"
#include "source_stack.h"

#include <stdint.h>
#include <stdio.h>

struct finding;
struct source_frame;
struct stack;
struct suppression;

/* The next character of UTF-8 text, which is moved on; U+FFFD for bytes that
 * are none.  Not to be called at the end of the text. */
uint32_t utf8_next(const char **text);
/* Appends a character as UTF-8. */
void utf8_append(struct text *text, uint32_t character);

/* The same text in valid UTF-8; malloc'd. */
char *report_utf8(const char *string);
/* Appends at most `limit` characters ("..." tells that there were more) with
 * whatever a terminal could act on written as \x1b, \u202e. */
void report_append_plain(struct text *text, const char *string, size_t limit);
/* The same, broken into lines of at most `width` characters, at spaces where
 * it can; each ends with '\n'.  Returns how many. */
int report_append_lines(struct text *text, const char *string, size_t limit,
                        size_t width);
/* Writes HTML text that shows at most `limit` characters of the string and
 * "…" where there were more; fit for an attribute, too. */
void report_put_html(FILE *stream, const char *string, size_t limit);

/* "2026-11-21T09:22:06.123Z"; size at least 32. */
void report_time(char *buffer, size_t size, const struct timespec *time);
/* "12.3 µs", as short as it can be; size at least 24. */
void report_duration_text(char *buffer, size_t size, uint64_t nanoseconds);
/* "12.3 kB"; malloc'd. */
char *report_bytes_text(uint64_t bytes);
/* Processes whose rank is known. */
size_t report_rank_count(const struct report_job *job);
/* "4 ranks", or "2 of 4 ranks" where some were not observed; "": none was. */
struct report_ranks {
    char text[48];
};
struct report_ranks report_ranks(const struct report_job *job);
/* Appends "1 error, 2 warnings", or "no findings". */
void report_append_numbers(struct text *text, const struct findings *findings);
/* What an entry suppressed, "2 findings of BUFFER-IN-USE (reason)", or that it
 * fitted nothing; malloc'd. */
char *report_suppression_text(const struct suppression *entry);
/* Seconds from start to end. */
double report_duration(const struct report_job *job);
/* Why a report that is written while the job runs is incomplete. */
#define REPORT_STILL_RUNNING                                                   \
    "The job was still running when this report was written; if it is over, "  \
    "the checker was ended before it"
/* "exited with status 0", "was ended by signal 11 (SIGSEGV) at address 0x0",
 * ...: how a process ended and how far it was; malloc'd. */
char *report_process_end(const struct process *process);
/* True for a process that crashed, was lost, or left out MPI_Finalize. */
bool report_ended_badly(const struct report *report,
                        const struct process *process);
/* True for a process whose last calls belong in the report: it is gone, or
 * the job is over, and it has not come to the end of MPI_Finalize. */
bool report_shows_last_calls(const struct report *report,
                             const struct process *process);
/* "SIGSEGV", or "signal 77". */
void report_signal_name(char *buffer, size_t size, int signal);
/* The source file as its process would name it: without the process's
 * working directory where it is below that. */
const char *report_file_name(const char *file, const struct process *process);

/* "rank 3", "process 4711"; this and the next are malloc'd. */
char *report_who(const struct process *process);
/* The same of a call; with its thread, if that is not the first. */
char *report_who_calls(const struct call *call);
/* "example.c:41", or the module of a frame without source. */
char *report_frame_place(const struct source_frame *frame,
                         const struct process *process);
/* "made by rank 0 in MPI_Comm_dup at example.c:41 in main" */
char *report_made_by(const struct call *call);
/* Where a finding happened: the innermost frame of its crash that is not in a
 * library of the system, else of its first call; NULL: not known. */
const struct source_frame *report_finding_frame(const struct finding *finding);
/* "example.c:41 in main": the innermost frame; or: */
#define REPORT_PLACE_UNKNOWN "place unknown"
char *report_stack_place(const struct stack *stack,
                         const struct process *process);

#endif
