#include "capture.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGEST (1 << 20)
/* A program that says nothing for so long is not waited for. */
#define PATIENCE_MS 10000

static void become(char **words, const char *variable, int out)
{
    int null = open("/dev/null", O_RDWR);

    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    unsetenv("LD_PRELOAD");
    if (variable != NULL)
        putenv((char *)(uintptr_t)variable);
    execvp(words[0], words);
    _exit(127);
}

/* Returns true at the end of the output. */
static bool read_all(int fd, struct text *text)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    char bytes[4096];
    ssize_t length;

    while (text->length < LARGEST) {
        int ready = poll(&wait, 1, PATIENCE_MS);

        if (ready == 0)
            break;
        length = ready > 0 ? read(fd, bytes, sizeof bytes) : -1;
        if (length == 0)
            return true;
        if (length > 0)
            text_append(text, bytes, (size_t)length);
        else if (errno != EINTR)
            break;
    }
    return false;
}

char *capture(char **words, const char *variable)
{
    struct text text = {0};
    int ends[2];
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    child = fork();
    if (child == 0)
        become(words, variable, ends[1]);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return NULL;
    }
    text_append(&text, "", 0);
    if (!read_all(ends[0], &text))
        kill(child, SIGKILL);
    close(ends[0]);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return text.bytes;
}
