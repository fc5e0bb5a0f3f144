#include "terminal.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who does not read for so long gets no more. */
#define PATIENCE_MS 2000

/* Bytes that are kept for a terminal that is awaited. */
#define EARLY_MOST 4096

static struct {
    int fd;  /* where text goes */
    int own; /* fd opened anew without blocking, or -1 */
    bool socket;
    bool stuck;   /* nobody reads */
    bool awaited; /* text is kept in `early` */
    struct text early;
} terminal = {.fd = STDERR_FILENO, .own = -1};

void terminal_await(void)
{
    terminal_set(-1);
    terminal.awaited = true;
}

static void write_early(void)
{
    struct text early = terminal.early;

    terminal.awaited = false;
    terminal.early = (struct text){0};
    terminal_write(early.bytes, early.length);
    free(early.bytes);
}

/*
 * The open file is shared with the application, so it must not be made
 * non-blocking; a pipe or a terminal can be opened a second time.
 */
void terminal_set(int fd)
{
    struct stat status;
    char path[64];

    if (terminal.own >= 0)
        close(terminal.own);
    terminal.own = -1;
    terminal.fd = fd;
    terminal.socket = false;
    terminal.stuck = fd < 0;
    if (fd >= 0 && fstat(fd, &status) == 0) {
        terminal.socket = S_ISSOCK(status.st_mode);
        if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)) {
            snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            terminal.own =
                open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        }
    }
    write_early();
}

bool terminal_colours(int fd)
{
    const char *no = getenv("NO_COLOR"), *kind = getenv("TERM");

    return fd >= 0 && isatty(fd) == 1 && (no == NULL || *no == '\0') &&
           kind != NULL && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(void)
{
    return terminal_colours(terminal.fd);
}

int terminal_columns(int fd)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;

    if (fd < 0 || isatty(fd) != 1)
        return 0;
    if (columns != NULL && atoi(columns) > 0)
        return atoi(columns);
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int terminal_width(void)
{
    return terminal_columns(terminal.fd);
}

static ssize_t write_once(const char *text, size_t size)
{
    if (terminal.socket)
        return send(terminal.fd, text, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    return write(terminal.own >= 0 ? terminal.own : terminal.fd, text, size);
}

/* The length of the next piece: whole lines, as far as they fit in what a
 * pipe takes as one. */
static size_t piece(const char *text, size_t size)
{
    size_t length;

    if (size <= PIPE_BUF)
        return size;
    for (length = PIPE_BUF; length > 0; length--)
        if (text[length - 1] == '\n')
            return length;
    return PIPE_BUF;
}

void terminal_write(const char *text, size_t size)
{
    if (terminal.awaited && terminal.early.length + size <= EARLY_MOST)
        text_append(&terminal.early, text, size);
    while (size > 0 && !terminal.stuck) {
        struct pollfd wait = {.fd = terminal.fd, .events = POLLOUT};
        ssize_t written;
        int ready = poll(&wait, 1, PATIENCE_MS);

        if (ready < 0 && errno == EINTR)
            continue;
        written = ready > 0 ? write_once(text, piece(text, size)) : -1;
        if (written >= 0) {
            text += written;
            size -= (size_t)written;
        } else if (ready <= 0 || (errno != EINTR && errno != EAGAIN)) {
            terminal.stuck = true;
        }
    }
}

bool terminal_try(const char *text, size_t size)
{
    struct pollfd wait = {.fd = terminal.fd, .events = POLLOUT};

    if (terminal.stuck || poll(&wait, 1, 0) <= 0 ||
        (wait.revents & POLLOUT) == 0)
        return false;
    terminal_write(text, size);
    return true;
}

void terminal_line(const char *format, ...)
{
    struct text line = {0};
    va_list arguments;
    char *words;

    va_start(arguments, format);
    words = xvasprintf(format, arguments);
    va_end(arguments);
    text_printf(&line, "murmel: %s\n", words);
    terminal_write(line.bytes, line.length);
    free(words);
    free(line.bytes);
}
