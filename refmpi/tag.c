/* tag.c - one process a rank, so that whoever does not read what one says
 * holds up nobody else, and mpiexec least of all. */
#include "tag.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define TAG 16

/* A line on its way, after its tag: never longer than what pipes pass on as
 * one piece. */
struct stream {
    int from; /* -1 once it has ended */
    int to;
    size_t tag, used;
    char text[PIPE_BUF];
};

static void pass_on(struct stream *stream)
{
    size_t done = 0;
    while (done < stream->used) {
        ssize_t gone =
            write(stream->to, stream->text + done, stream->used - done);
        if (gone < 0 && errno != EINTR)
            _exit(1);
        done += gone > 0 ? (size_t)gone : 0;
    }
    stream->used = stream->tag;
}

static void add(struct stream *stream, char c)
{
    stream->text[stream->used++] = c;
    /* A longer line becomes several. */
    if (c != '\n' && stream->used == sizeof stream->text - 1)
        stream->text[stream->used++] = c = '\n';
    if (c == '\n')
        pass_on(stream);
}

static void take(struct stream *stream)
{
    char piece[PIPE_BUF];
    ssize_t got = read(stream->from, piece, sizeof piece);
    for (ssize_t i = 0; i < got; i++)
        add(stream, piece[i]);
    if (got > 0 || (got < 0 && errno == EINTR))
        return;
    if (stream->used > stream->tag)
        add(stream, '\n');
    stream->from = -1;
}

static _Noreturn void tag(int rank, struct stream streams[2])
{
    for (int i = 0; i < 2; i++)
        streams[i].used = streams[i].tag =
            (size_t)snprintf(streams[i].text, TAG, "[%d] ", rank);
    while (streams[0].from >= 0 || streams[1].from >= 0) {
        struct pollfd fds[2] = {{.fd = streams[0].from, .events = POLLIN},
                                {.fd = streams[1].from, .events = POLLIN}};
        poll(fds, 2, -1);
        for (int i = 0; i < 2; i++)
            if (fds[i].revents)
                take(&streams[i]);
    }
    _exit(0);
}

int tag_start(int rank, int error_output, int ends[2])
{
    static struct stream streams[2];
    int pipes[2][2];
    pid_t parent = getpid();
    if (pipe2(pipes[0], O_CLOEXEC) != 0 || pipe2(pipes[1], O_CLOEXEC) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        streams[0].to = STDOUT_FILENO;
        streams[1].to = error_output;
        for (int i = 0; i < 2; i++) {
            streams[i].from = pipes[i][0];
            close(pipes[i][1]);
        }
        tag(rank, streams);
    }
    for (int i = 0; i < 2; i++) {
        close(pipes[i][0]);
        ends[i] = pipes[i][1];
    }
    return pid < 0 ? -1 : 0;
}
