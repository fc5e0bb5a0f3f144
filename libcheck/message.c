#include "message.h"

#include "launch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* write(2) to the standard error; a SIGPIPE of ours is taken back. */
static void write_quietly(const char *text, size_t length)
{
    static const struct timespec now = {0, 0};
    sigset_t pipe_set, old, pending;
    bool was_pending;

    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        text += written;
        length -= (size_t)written;
    }
    if (!was_pending)
        while (sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void say(const char *format, va_list arguments)
{
    int saved = errno;
    char line[1024] = "murmel: ";
    size_t used = strlen(line);
    int length =
        vsnprintf(line + used, sizeof line - used - 1, format, arguments);

    if (length < 0)
        length = 0;
    used += (size_t)length;
    if (used > sizeof line - 2)
        used = sizeof line - 2;
    line[used++] = '\n';
    write_quietly(line, used);
    errno = saved;
}

void message_say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void message_say_once(const char *format, ...)
{
    va_list arguments;

    if (launch_rank() > 0)
        return;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}
