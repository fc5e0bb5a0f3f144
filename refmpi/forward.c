/* forward.c - standard error of the ranks, by way of mpiexec. */
#include "forward.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOVES 32 /* at once */

int forward_open(struct forward *forward, int *write_end)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    /* Of this end only: the ranks' writes block as they did before. */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    forward->from = ends[0];
    *write_end = ends[1];
    return 0;
}

bool forward_is_busy(const struct forward *forward)
{
    return forward->from >= 0 || forward->begin < forward->end;
}

/* Room for the ranks' text; that of one own line is kept free. */
static size_t room(const struct forward *forward)
{
    size_t limit = FORWARD_TEXT - FORWARD_LINE;
    return forward->end < limit ? limit - forward->end : 0;
}

void forward_poll(const struct forward *forward, struct pollfd fds[2])
{
    bool has_text = forward->begin < forward->end;
    fds[0] = (struct pollfd){.fd = room(forward) ? forward->from : -1,
                             .events = POLLIN};
    fds[1] =
        (struct pollfd){.fd = has_text ? STDERR_FILENO : -1, .events = POLLOUT};
}

/* True if something came. */
static bool take(struct forward *forward)
{
    if (forward->from < 0 || room(forward) == 0)
        return false;
    ssize_t got =
        read(forward->from, forward->text + forward->end, room(forward));
    if (got > 0) {
        forward->end += (size_t)got;
        return true;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(forward->from);
        forward->from = -1;
    }
    return false;
}

/* True if something went. */
static bool give(struct forward *forward)
{
    size_t bytes = forward->end - forward->begin;
    struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (bytes == 0)
        return false;
    if (!forward->is_unread) {
        /* Of what is called writable no more than this need not block. */
        if (poll(&out, 1, 0) != 1)
            return false;
        ssize_t gone = write(STDERR_FILENO, forward->text + forward->begin,
                             bytes < PIPE_BUF ? bytes : PIPE_BUF);
        if (gone >= 0)
            bytes = (size_t)gone;
        else if (errno == EAGAIN || errno == EINTR)
            return false;
        else
            forward->is_unread = true;
    }
    forward->begin += bytes;
    if (forward->begin == forward->end)
        forward->begin = forward->end = 0;
    return true;
}

void forward_move(struct forward *forward)
{
    bool moved = true;
    /* A rank that never stops talking must not keep mpiexec from the rest. */
    for (int i = 0; moved && i < MOVES; i++) {
        moved = take(forward);
        moved |= give(forward);
    }
}

void forward_say(struct forward *forward, const char *format, ...)
{
    char line[FORWARD_LINE] = "murmel-mpiexec: ";
    size_t used = strlen(line);
    va_list arguments;
    forward_move(forward);
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    used = strlen(line);
    line[used++] = '\n';
    if (used > FORWARD_TEXT - forward->end)
        return;
    memcpy(forward->text + forward->end, line, used);
    forward->end += used;
    forward_move(forward);
}
