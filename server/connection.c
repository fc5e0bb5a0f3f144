#include "connection.h"

#include "calls.h"
#include "departure.h"
#include "memory.h"
#include "terminal.h"
#include "wire.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utlist.h>

struct connection {
    int fd;
    int pid;    /* of the process, here; 0: it has none here */
    int pid_fd; /* -1: none */
    struct program_mark program;
    struct process *process; /* NULL: has not said hello */
    bool waits;              /* until what it did is kept on another node */
    uint64_t promised;       /* ... by this message; 0: not yet */
    uint64_t hang_up;        /* that of the process, which may die before its
                              * hello is read */
    struct connection *next, *prev;
};

/* A standard error that is kept. */
struct error_output {
    int fd;
    int launcher; /* the launcher's, where text goes instead; -1: none */
    int rank;
};

struct connections {
    int listen_fd, epoll_fd;
    int hang_up_fd; /* an epoll of nothing but hang-ups */
    uint64_t hang_ups;
    bool interrupted; /* a process was ended by SIGINT */
    struct intake *intake;
    struct roster *roster;
    bool keep_stderr, relays;
    const char *refuse; /* why none is taken; NULL: all are */
    struct connection *list;
    size_t open;
    struct error_output *outputs;
    size_t output_count;
};

union packet {
    struct wire_packet header;
    struct wire_hello hello;
    struct wire_ring ring;
    struct wire_goodbye goodbye;
    char bytes[WIRE_MAX_PACKET];
};

struct connections *connections_new(int listen_fd, struct intake *intake,
                                    struct roster *roster, bool keep_stderr)
{
    struct connections *connections = xcalloc(1, sizeof *connections);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};

    connections->listen_fd = listen_fd;
    connections->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    connections->hang_up_fd = epoll_create1(EPOLL_CLOEXEC);
    connections->intake = intake;
    connections->roster = roster;
    connections->keep_stderr = keep_stderr;
    epoll_ctl(connections->epoll_fd, EPOLL_CTL_ADD, listen_fd, &event);
    return connections;
}

static void close_connection(struct connections *connections,
                             struct connection *connection)
{
    DL_DELETE(connections->list, connection);
    if (connection->process != NULL)
        connections->open--;
    close(connection->fd);
    if (connection->pid_fd >= 0)
        close(connection->pid_fd);
    free(connection);
}

static void close_outputs(struct connections *connections)
{
    while (connections->output_count > 0) {
        const struct error_output *output =
            &connections->outputs[--connections->output_count];

        close(output->fd);
        if (output->launcher >= 0)
            close(output->launcher);
    }
}

void connections_refuse(struct connections *connections, const char *why)
{
    connections->refuse = why;
}

void connections_let_go(struct connections *connections)
{
    if (connections->output_count == 0)
        return;
    terminal_set(-1);
    close_outputs(connections);
}

void connections_free(struct connections *connections)
{
    struct connection *connection, *next;

    DL_FOREACH_SAFE(connections->list, connection, next)
        close_connection(connections, connection);
    close(connections->epoll_fd);
    close(connections->hang_up_fd);
    terminal_set(connections->keep_stderr ? -1 : STDERR_FILENO);
    close_outputs(connections);
    free(connections->outputs);
    free(connections);
}

/* How long the edge of a hang-up may lag behind the end that is read: long
 * where the process that dies gets no processor. */
#define EDGE_MS 5000

/*
 * Numbers those that have hung up since the last look, in the kernel's order:
 * epoll tells of edges in their order, and nothing but hang-ups is waited for
 * here.  What else a socket has to say may come before another's hang-up, and
 * a process that dies closes its files before it is dead: by then its launcher
 * may have ended the others.  The edge of `gone` (NULL: none) is waited for.
 */
static void note_hang_ups(struct connections *connections,
                          const struct connection *gone)
{
    struct epoll_event events[64];
    bool lags;
    int count, i;

    do {
        lags = gone != NULL && gone->hang_up == 0;
        count =
            epoll_wait(connections->hang_up_fd, events, 64, lags ? EDGE_MS : 0);
        for (i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;

            connection->hang_up = ++connections->hang_ups;
            if (connection->process != NULL)
                connection->process->hang_up = connection->hang_up;
        }
    } while (count > 0);
}

/* How a process left that did not say goodbye: one whose records cannot be
 * read any more, or that stopped telling, lives on and is not lost. */
static enum departure look_after(struct connections *connections,
                                 const struct connection *connection)
{
    struct process *process = connection->process;
    enum departure departure = DEPARTURE_ALIVE;

    if (!process->unseen)
        departure =
            departure_look(connection->pid, connection->pid_fd,
                           &connection->program, &process->wait_status);

    switch (departure) {
    case DEPARTURE_REPLACED:
        process->replaced = true;
        break;
    case DEPARTURE_ALIVE:
        process->unseen = true;
        intake_missing(process, "it went on unobserved");
        break;
    case DEPARTURE_DEAD:
        if (process->wait_status >= 0 && WIFSIGNALED(process->wait_status) &&
            WTERMSIG(process->wait_status) == SIGINT)
            connections->interrupted = true;
    }
    return departure;
}

/* The process is gone, or went on without us. */
static void hung_up(struct connections *connections,
                    struct connection *connection)
{
    struct process *process = connection->process;

    if (process != NULL) {
        struct timespec time;
        bool dead = !intake_said_goodbye(process) &&
                    look_after(connections, connection) == DEPARTURE_DEAD;

        note_hang_ups(connections, dead ? connection : NULL);
        clock_gettime(CLOCK_MONOTONIC, &time);
        intake_hung_up(connections->intake, process,
                       (uint64_t)time.tv_sec * 1000000000 +
                           (uint64_t)time.tv_nsec);
    }
    close_connection(connections, connection);
}

/* `why` is taken. */
static void refuse(struct connections *connections,
                   struct connection *connection, char *why)
{
    bool told = roster_is_trouble(connections->roster, why);
    size_t length = told ? 1 : strlen(why) + 1;
    struct {
        struct wire_packet packet;
        char text[512];
    } answer;

    if (length > sizeof answer.text)
        length = sizeof answer.text;
    memcpy(answer.text, why, length);
    answer.text[length - 1] = '\0';
    answer.packet.kind = WIRE_REFUSED;
    answer.packet.size = (uint32_t)(sizeof answer.packet + length);
    (void)send(connection->fd, &answer, answer.packet.size,
               MSG_NOSIGNAL | MSG_DONTWAIT);
    roster_trouble(connections->roster, why);
    close_connection(connections, connection);
}

/* Text goes to what the lowest rank has. */
static void choose_output(const struct connections *connections)
{
    const struct error_output *lowest = &connections->outputs[0];
    size_t i;

    for (i = 1; i < connections->output_count; i++)
        if ((unsigned)connections->outputs[i].rank < (unsigned)lowest->rank)
            lowest = &connections->outputs[i];
    terminal_set(lowest->launcher >= 0 ? lowest->launcher : lowest->fd);
}

/* Keeps a standard error: its launcher may wait for its end, and so for that
 * of the report. */
static void keep_output(struct connections *connections, int fd, int rank)
{
    if (!connections->keep_stderr) {
        close(fd);
        return;
    }
    connections->outputs =
        xrealloc(connections->outputs, connections->output_count + 1,
                 sizeof *connections->outputs);
    connections->outputs[connections->output_count++] =
        (struct error_output){fd, -1, rank};
    choose_output(connections);
}

/* ... and that of the launcher, which has the process's in its hands. */
static void keep_launcher_output(struct connections *connections, int fd,
                                 int rank)
{
    size_t i;

    for (i = connections->output_count; i-- > 0;)
        if (connections->outputs[i].rank == rank &&
            connections->outputs[i].launcher < 0) {
            connections->outputs[i].launcher = fd;
            choose_output(connections);
            return;
        }
    close(fd);
}

/* What is wrong with a hello; NULL: nothing.  malloc'd. */
static char *check_hello(const struct wire_hello *hello, size_t size)
{
    if (size < sizeof(struct wire_packet) + sizeof hello->version)
        return xstrdup("a process spoke an unknown language");
    if (hello->version != WIRE_VERSION)
        return xasprintf("libmurmel.so speaks version %u and this murmel %u: "
                         "they are not of one installation",
                         hello->version, WIRE_VERSION);
    if (size < sizeof *hello)
        return xstrdup("a process said an incomplete hello");
    if (hello->schema != CALLS_SCHEMA_HASH)
        return xstrdup("libmurmel.so and this murmel were made from different "
                       "tables of MPI functions: they are not of one "
                       "installation");
    return NULL;
}

/* The descriptor that came with it, or -1, is kept (*fd = -1) or not. */
static void take_hello(struct connections *connections,
                       struct connection *connection, union packet *packet,
                       int *fd)
{
    const struct wire_welcome welcome = {
        {WIRE_WELCOME, sizeof welcome}, connections->relays, getpid()};
    char *why = connections->refuse != NULL
                    ? xstrdup(connections->refuse)
                    : check_hello(&packet->hello, packet->header.size);
    struct process *process;

    if (why != NULL) {
        refuse(connections, connection, why);
        return;
    }
    process = roster_add(connections->roster, &packet->hello);
    process->looked_at = process->pid == connection->pid ? process->pid : 0;
    connections->open++;
    connection->process = process;
    process->hang_up = connection->hang_up;
    if (*fd >= 0)
        keep_output(connections, *fd, process->rank);
    *fd = -1;
    intake_join(connections->intake, process, &packet->hello);
    (void)send(connection->fd, &welcome, sizeof welcome,
               MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* One packet of a process and its descriptor, or -1. */
static void take_packet(struct connections *connections,
                        struct connection *connection, union packet *packet,
                        int fd)
{
    struct process *process = connection->process;
    uint32_t kind = packet->header.kind, size = packet->header.size;

    if (process == NULL && kind == WIRE_HELLO) {
        take_hello(connections, connection, packet, &fd);
    } else if (process == NULL) {
        refuse(connections, connection,
               xstrdup("a process spoke before it said hello"));
    } else if (kind == WIRE_RING && size >= sizeof packet->ring && fd >= 0) {
        intake_ring(process, packet->ring.thread, packet->ring.number, fd);
        fd = -1;
    } else if (kind == WIRE_OUTPUT) {
        if (fd >= 0)
            keep_launcher_output(connections, fd, process->rank);
        fd = -1;
    } else if (kind == WIRE_GOODBYE && size >= sizeof packet->goodbye) {
        intake_goodbye(connections->intake, process,
                       packet->goodbye.exit_status);
        connection->waits = connections->relays;
    } else if (kind == WIRE_STOPPED) {
        process->unseen = true;
    } else if (kind == WIRE_LEAVE && connections->relays) {
        connection->waits = true;
    } else if (kind == WIRE_RING && fd < 0) {
        intake_missing(process,
                       "the checker has too few file descriptors (ulimit -n)");
    } else {
        intake_missing(process, "it sent a packet that makes no sense");
    }
    if (fd >= 0)
        close(fd);
}

/* Takes the descriptor of a message; all others are closed. */
static int take_descriptor(struct msghdr *message)
{
    struct cmsghdr *control;
    int found = -1;

    for (control = CMSG_FIRSTHDR(message); control != NULL;
         control = CMSG_NXTHDR(message, control)) {
        size_t count, i;

        if (control->cmsg_level != SOL_SOCKET ||
            control->cmsg_type != SCM_RIGHTS)
            continue;
        count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (i = 0; i < count; i++) {
            int fd;

            memcpy(&fd, CMSG_DATA(control) + i * sizeof fd, sizeof fd);
            if (found < 0)
                found = fd;
            else
                close(fd);
        }
    }
    return found;
}

enum received { RECEIVED, RECEIVED_NOTHING, RECEIVED_END };

static enum received receive(struct connection *connection,
                             union packet *packet, int *fd)
{
    struct iovec part = {packet->bytes, sizeof packet->bytes};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(4 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t length;

    do {
        length =
            recvmsg(connection->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (length < 0 && errno == EINTR);
    if (length < 0 && errno == EAGAIN)
        return RECEIVED_NOTHING;
    *fd = length > 0 ? take_descriptor(&message) : -1;
    if (length > 0 && (size_t)length >= sizeof packet->header &&
        packet->header.size == (size_t)length)
        return RECEIVED;
    if (*fd >= 0)
        close(*fd);
    return RECEIVED_END;
}

void connections_relay(struct connections *connections)
{
    connections->relays = true;
}

static bool is_unanswered(const struct connection *connection)
{
    return connection->waits && connection->promised == 0 &&
           intake_drained(connection->process);
}

bool connections_wait(const struct connections *connections)
{
    const struct connection *connection;

    DL_FOREACH(connections->list, connection)
        if (is_unanswered(connection))
            return true;
    return false;
}

void connections_promise(struct connections *connections, uint64_t number)
{
    struct connection *connection;

    DL_FOREACH(connections->list, connection)
        if (is_unanswered(connection))
            connection->promised = number;
}

void connections_kept(struct connections *connections, uint64_t number)
{
    const struct wire_packet kept = {WIRE_KEPT, sizeof kept};
    struct connection *connection;

    DL_FOREACH(connections->list, connection) {
        if (connection->promised == 0 || connection->promised > number)
            continue;
        (void)send(connection->fd, &kept, sizeof kept,
                   MSG_NOSIGNAL | MSG_DONTWAIT);
        connection->waits = false;
        connection->promised = 0;
    }
}

/* All that a process has sent. */
static void read_connection(struct connections *connections,
                            struct connection *connection)
{
    union packet packet;
    int fd;

    for (;;) {
        struct connection *still;

        switch (receive(connection, &packet, &fd)) {
        case RECEIVED_NOTHING:
            return;
        case RECEIVED_END:
            hung_up(connections, connection);
            return;
        case RECEIVED:
            take_packet(connections, connection, &packet, fd);
        }
        /* One that was refused is closed already. */
        DL_FOREACH(connections->list, still)
            if (still == connection)
                break;
        if (still == NULL)
            return;
    }
}

/* Whether there was one; with no descriptor left, they wait and there is
 * none. */
static bool accept_all(struct connections *connections)
{
    struct connection *connection;
    struct epoll_event event;
    struct ucred peer;
    socklen_t size;
    bool some = false;
    int fd;

    while ((fd = accept4(connections->listen_fd, NULL, NULL, SOCK_CLOEXEC)) >=
           0) {
        some = true;
        size = sizeof peer;
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
            peer.uid != geteuid()) {
            roster_trouble(
                connections->roster,
                xstrdup("a process of another user was turned away"));
            close(fd);
            continue;
        }
        connection = xcalloc(1, sizeof *connection);
        connection->fd = fd;
        connection->pid = peer.pid;
        connection->pid_fd = (int)syscall(SYS_pidfd_open, peer.pid, 0);
        departure_mark(peer.pid, &connection->program);
        DL_APPEND(connections->list, connection);
        /* By edges: only so epoll tells of hang-ups in their order. */
        event = (struct epoll_event){.events = EPOLLIN | EPOLLET,
                                     .data.ptr = connection};
        epoll_ctl(connections->epoll_fd, EPOLL_CTL_ADD, fd, &event);
        event.events = EPOLLRDHUP | EPOLLET;
        epoll_ctl(connections->hang_up_fd, EPOLL_CTL_ADD, fd, &event);
    }
    return some;
}

int connections_fd(const struct connections *connections)
{
    return connections->epoll_fd;
}

bool connections_handle(struct connections *connections)
{
    struct epoll_event events[64];
    int count, i;
    bool more, some = false;

    /* Until nothing is left: the hang-up of one that died first may come into
     * sight while that of a later one is read. */
    do {
        more = false;
        /* Each event is of another connection, so none of them is closed
         * before its turn. */
        count = epoll_wait(connections->epoll_fd, events, 64, 0);
        for (i = 0; i < count; i++) {
            if (events[i].data.ptr == NULL) {
                more |= accept_all(connections);
            } else {
                read_connection(connections, events[i].data.ptr);
                more = true;
            }
        }
        some |= more;
    } while (more);
    return some;
}

void connections_drop_damaged(struct connections *connections)
{
    struct connection *connection, *next;

    DL_FOREACH_SAFE(connections->list, connection, next)
        if (connection->process != NULL && intake_lost(connection->process))
            hung_up(connections, connection);
}

bool connections_interrupted(const struct connections *connections)
{
    return connections->interrupted;
}

size_t connections_open(const struct connections *connections)
{
    return connections->open;
}

void connections_abort(struct connections *connections)
{
    struct wire_packet abort = {WIRE_ABORT, sizeof abort};
    const struct connection *connection, *lowest = NULL;

    DL_FOREACH(connections->list, connection)
        if (connection->process != NULL &&
            (lowest == NULL || (unsigned)connection->process->rank <
                                   (unsigned)lowest->process->rank))
            lowest = connection;
    if (lowest != NULL)
        (void)send(lowest->fd, &abort, abort.size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void connections_signal(struct connections *connections,
                        const struct process *process, int number)
{
    const struct connection *connection;

    DL_FOREACH(connections->list, connection)
        if (connection->pid_fd >= 0 &&
            (process == NULL || process == connection->process))
            (void)syscall(SYS_pidfd_send_signal, connection->pid_fd, number,
                          NULL, 0);
}
