#include "status_line.h"

#include "intake.h"
#include "memory.h"
#include "report_string.h"
#include "task_stat.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

/* Below that there is no row to spare. */
#define LEAST_ROWS    6
#define LEAST_COLUMNS 40

/* Of terminals since the VT100: the cursor and its colours are kept and put
 * back; the cursor goes one row down, where need be all goes up, and up again,
 * in its column; rows from 1 to a last one scroll, or all. */
#define KEEP       "\0337"
#define PUT_BACK   "\0338"
#define MAKE_ROOM  "\033D\033[A"
#define SCROLL     "\033[1;%dr"
#define SCROLL_ALL "\033[r"
#define ROW        "\033[%d;1H\033[K"

struct status_line {
    const struct options *options;
    const struct roster *roster;
    const struct findings *findings;
    int run_pid;
    int64_t began, drawn; /* 0: not yet */
    uint64_t *calls;      /* of each process, a second ago */
    size_t known;         /* so many processes */
    int row;              /* where it is drawn; 0: nowhere */
    bool ended;           /* or there is to be none at all */
};

static bool is_wanted(const struct options *options)
{
    const char *kind = getenv("TERM"), *ci = getenv("CI");

    return options->status_line > 0 && !options->quiet &&
           isatty(STDERR_FILENO) == 1 && kind != NULL && *kind != '\0' &&
           strcmp(kind, "dumb") != 0 && (ci == NULL || *ci == '\0');
}

struct status_line *status_line_new(const struct options *options, int run_pid,
                                    const struct roster *roster,
                                    const struct findings *findings)
{
    struct status_line *line = xcalloc(1, sizeof *line);

    line->options = options;
    line->run_pid = run_pid;
    line->roster = roster;
    line->findings = findings;
    line->ended = run_pid == 0 || !is_wanted(options);
    return line;
}

void status_line_free(struct status_line *line)
{
    status_line_end(line);
    free(line->calls);
    free(line);
}

/* Whoever stopped the job (Ctrl-Z), or put it into the background, has the
 * terminal for something else. */
static bool in_foreground(const struct status_line *line)
{
    struct task_stat stat;

    return task_stat_read(line->run_pid, 0, &stat) == 0 &&
           stat.group == stat.foreground;
}

static void give_row_back(struct status_line *line)
{
    struct text text = {0};

    if (line->row == 0)
        return;
    text_printf(&text, KEEP SCROLL_ALL ROW PUT_BACK, line->row);
    terminal_write(text.bytes, text.length);
    free(text.bytes);
    line->row = 0;
}

void status_line_end(struct status_line *line)
{
    give_row_back(line);
    line->ended = true;
}

void status_line_rescue(const struct options *options)
{
    static const char text[] = KEEP SCROLL_ALL PUT_BACK;

    if (is_wanted(options))
        terminal_write(text, sizeof text - 1);
}

/* "1:05", "2:00:00" */
static void append_time(struct text *text, int64_t seconds)
{
    if (seconds >= 3600)
        text_printf(text, "%d:%02d:%02d", (int)(seconds / 3600),
                    (int)(seconds / 60 % 60), (int)(seconds % 60));
    else
        text_printf(text, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

/* What the processes have done since the last time; returns their calls. */
static uint64_t append_processes(struct status_line *line, struct text *text)
{
    static const char *const names[] = {" running", " waiting in MPI",
                                        " outside MPI", " ended"};
    size_t counts[4] = {0}, count, i;
    struct process *const *processes = roster_processes(line->roster, &count);
    const char *before = ": ";
    uint64_t calls = 0;

    line->calls = xrealloc(line->calls, count, sizeof line->calls[0]);
    while (line->known < count)
        line->calls[line->known++] = 0;
    for (i = 0; i < count; i++) {
        uint64_t made = processes[i]->call_count - line->calls[i];

        counts[processes[i]->end != PROCESS_RUNNING ? 3
               : made > 0                           ? 0
               : intake_is_in_call(processes[i])    ? 1
                                                    : 2]++;
        calls += made;
        line->calls[i] = processes[i]->call_count;
    }
    text_printf(text, "%zu rank%s", count, count == 1 ? "" : "s");
    for (i = 0; i < 4; i++) {
        if (counts[i] == 0)
            continue;
        text_printf(text, "%s%zu%s", before, counts[i], names[i]);
        before = ", ";
    }
    return calls;
}

static char *words(struct status_line *line, int64_t now)
{
    double passed = (double)(now - line->drawn) / (double)SECOND;
    struct text text = {0};
    uint64_t calls;
    size_t joined;

    text_printf(&text, "murmel ");
    append_time(&text, (now - line->began) / SECOND);
    text_printf(&text, " | ");
    (void)roster_processes(line->roster, &joined);
    if (joined == 0) {
        text_printf(&text, "no process has called MPI yet");
        return text.bytes;
    }
    calls = append_processes(line, &text);
    text_printf(&text, " | %.0f calls/s | ", (double)calls / passed);
    report_append_numbers(&text, line->findings);
    text_printf(&text, " so far");
    return text.bytes;
}

static void draw(struct status_line *line, const struct winsize *size,
                 const char *text)
{
    bool colour = terminal_has_colour();
    struct text all = {0};

    if (line->row != size->ws_row) {
        if (line->row !=
            0) /* the window has changed, the rows may have moved */
            text_printf(&all, KEEP SCROLL_ALL PUT_BACK);
        text_printf(&all, MAKE_ROOM KEEP SCROLL PUT_BACK, size->ws_row - 1);
    }
    text_printf(&all, KEEP ROW "%s%.*s%s" PUT_BACK, (int)size->ws_row,
                colour ? "\033[0;2m" : "", size->ws_col - 1, text,
                colour ? "\033[0m" : "");
    if (terminal_try(all.bytes, all.length))
        line->row = size->ws_row;
    free(all.bytes);
}

void status_line_draw(struct status_line *line, int64_t now)
{
    struct winsize size;
    char *text;

    if (line->ended)
        return;
    if (line->began == 0)
        line->began = line->drawn = now;
    if (now - line->drawn < SECOND)
        return;
    text = words(line, now); /* that it knows the last second later */
    line->drawn = now;
    if (now - line->began >= line->options->status_line * SECOND) {
        if (in_foreground(line) &&
            ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
            size.ws_row >= LEAST_ROWS && size.ws_col >= LEAST_COLUMNS)
            draw(line, &size, text);
        else
            give_row_back(line);
    }
    free(text);
}
