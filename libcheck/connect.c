#include "connect.h"

#include "calls.h"
#include "launch.h"
#include "message.h"
#include "observe.h"
#include "spawn.h"
#include "wire.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE         10 /* seconds, for the checker to come and answer */
#define WATCH_STACK_SIZE (256 * 1024 + PTHREAD_STACK_MIN)
#define WATCH_MS         200

#define HIGH_FD 200 /* out of the application's way */

static int checker = -1;
static struct stat checker_file;
static void (*_Atomic abort_job)(void);
static _Atomic uint32_t watch_task;
static _Atomic bool finalized;
static sem_t watch_began, kept;
static bool relayed;
static _Atomic bool impatient; /* nobody said in time that it was kept */

struct address {
    struct sockaddr_un name;
    socklen_t length;
};

static void make_address(struct address *address, const char *key)
{
    memset(address, 0, sizeof *address);
    address->name.sun_family = AF_UNIX;
    /* sun_path[0] == 0: the abstract namespace */
    address->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1);
    address->length += (socklen_t)snprintf(
        address->name.sun_path + 1, sizeof address->name.sun_path - 1,
        WIRE_SOCKET_FORMAT, (unsigned)geteuid(), key);
}

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int open_socket(void)
{
    struct timeval patience = {.tv_sec = PATIENCE};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return fd;
}

/* Any process can bind an abstract name: only our own user's is trusted. */
static int belongs_to_us(int fd)
{
    struct ucred peer;
    socklen_t length = sizeof peer;

    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
           peer.uid == geteuid();
}

/* 0; EADDRINUSE: another process was faster; else an errno. */
static int listen_and_spawn(const struct address *address, const char *key)
{
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    int error = 0;

    if (fd < 0)
        return errno;
    if (bind(fd, (const struct sockaddr *)&address->name, address->length) !=
            0 ||
        listen(fd, SOMAXCONN) != 0)
        error = errno;
    else
        error = spawn_checker(fd, key);
    close(fd);
    return error;
}

/*
 * Connects to the checker of the job; where none listens, the process that
 * gets the name starts it.  Between bind and listen of another process a
 * connect is refused, too: then try again.  Returns the socket or -errno;
 * *spawn_failed says whether that is since the checker could not be started.
 */
static int find_checker(const struct address *address, const char *key,
                        bool *spawn_failed)
{
    static const struct timespec pause = {0, 1000000};
    int64_t until = milliseconds() + PATIENCE * 1000;
    int error;

    *spawn_failed = false;
    do {
        int fd = open_socket();

        if (fd < 0)
            return -errno;
        if (connect(fd, (const struct sockaddr *)&address->name,
                    address->length) == 0)
            return fd;
        error = errno;
        close(fd);
        if (error != ECONNREFUSED && error != EINTR && error != EAGAIN)
            return -error;
        if (error == ECONNREFUSED)
            error = listen_and_spawn(address, key);
        if (error == EADDRINUSE)
            nanosleep(&pause, NULL);
        else if (error != 0 && error != EINTR && error != EAGAIN) {
            *spawn_failed = true;
            return -error;
        }
    } while (milliseconds() < until);
    return -ETIMEDOUT;
}

/* An application may close all descriptors that it does not know of, and
 * then have the number for a file of its own. */
static bool is_open(void)
{
    struct stat now;

    return checker >= 0 && fstat(checker, &now) == 0 &&
           now.st_dev == checker_file.st_dev &&
           now.st_ino == checker_file.st_ino;
}

/* Keeps the connection under a number that no program counts on. */
static void keep(int fd)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);

    if (high >= 0)
        close(fd);
    checker = high >= 0 ? high : fd;
    fstat(checker, &checker_file);
}

/* One packet, with a descriptor if fd >= 0. */
static int send_packet(const void *packet, size_t size, int fd)
{
    struct iovec part = {.iov_base = (void *)(uintptr_t)packet,
                         .iov_len = size};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    ssize_t sent;

    if (!is_open())
        return -1;
    if (fd >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    }
    do {
        sent = sendmsg(checker, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size ? 0 : -1;
}

/* Appends text and its zero; leaves out what has no room. */
static char *append(char *at, const char *end, const char *text, size_t length)
{
    if (length > (size_t)(end - at) - 1)
        length = (size_t)(end - at) - 1;
    memcpy(at, text, length);
    at[length] = '\0';
    return at + length + 1;
}

/* The command line, by spaces. */
static char *append_command_line(char *at, const char *end)
{
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = 0;

    if (fd >= 0) {
        length = read(fd, at, (size_t)(end - at) - 1);
        close(fd);
    }
    if (length < 0)
        length = 0;
    for (ssize_t i = 0; i + 1 < length; i++)
        if (at[i] == '\0')
            at[i] = ' ';
    at[length] = '\0';
    return at + strlen(at) + 1;
}

_Static_assert(sizeof((struct wire_hello *)0)->launch == LAUNCH_KEY_SIZE,
               "the key has room");

static int send_hello(const char *flavour, const char *mpi_version)
{
    union {
        struct wire_hello hello;
        char bytes[WIRE_MAX_PACKET];
    } *packet = calloc(1, sizeof *packet);
    const char *end;
    char path[PATH_MAX], *at;
    ssize_t length;
    int result;

    if (packet == NULL)
        return -1;
    end = packet->bytes + sizeof packet->bytes;
    at = packet->hello.strings;
    packet->hello.packet.kind = WIRE_HELLO;
    packet->hello.version = WIRE_VERSION;
    packet->hello.pid = (int32_t)getpid();
    packet->hello.schema = CALLS_SCHEMA_HASH;
    packet->hello.rank = launch_rank();
    packet->hello.size = launch_size();
    snprintf(packet->hello.flavour, sizeof packet->hello.flavour, "%s",
             flavour);
    launch_key(packet->hello.launch);
    at = append(at, end, mpi_version, strcspn(mpi_version, "\n"));
    length = readlink("/proc/self/exe", path, sizeof path);
    at = append(at, end, path, length > 0 ? (size_t)length : 0);
    if (getcwd(path, sizeof path) == NULL)
        path[0] = '\0';
    at = append(at, end, path, strlen(path));
    at = append_command_line(at, end);
    packet->hello.packet.size = (uint32_t)(at - packet->bytes);
    result =
        send_packet(packet, packet->hello.packet.size,
                    fcntl(STDERR_FILENO, F_GETFD) >= 0 ? STDERR_FILENO : -1);
    free(packet);
    return result;
}

static void send_output(void)
{
    const struct wire_packet packet = {WIRE_OUTPUT, sizeof packet};
    int fd = launch_error_output();

    if (fd < 0)
        return;
    send_packet(&packet, sizeof packet, fd);
    close(fd);
}

/* Waits for WELCOME.  0; else -1, and a text in `why`, or an empty one where
 * another process says the same. */
static int await_welcome(char *why, size_t why_size)
{
    union {
        struct wire_packet packet;
        struct wire_welcome welcome;
        char bytes[WIRE_MAX_PACKET];
    } *answer = calloc(1, sizeof *answer + 1);
    struct timeval patience = {.tv_sec = PATIENCE}, for_ever = {0};
    ssize_t length = -1;
    int result = -1, reset = 0;

    if (answer == NULL)
        return -1;
    /* Where it hung up before it read all we said we are told that first, once;
     * its answer comes behind. */
    setsockopt(checker, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    do {
        length = recv(checker, answer, sizeof *answer, 0);
    } while (length < 0 &&
             (errno == EINTR || (errno == ECONNRESET && !reset++)));
    if (length < 0)
        snprintf(why, why_size, "the checker does not answer (%s)",
                 strerror(errno));
    else if (length < (ssize_t)sizeof answer->packet)
        snprintf(why, why_size, "the checker hung up");
    else if (answer->packet.kind == WIRE_WELCOME &&
             length == (ssize_t)sizeof answer->welcome) {
        relayed = answer->welcome.relayed != 0;
        /* It asks what our threads wait for (/proc/<pid>/task/<tid>/syscall),
         * which Yama's ptrace_scope 1 allows to parents and to whom we name. */
        (void)prctl(PR_SET_PTRACER, (unsigned long)answer->welcome.pid, 0, 0,
                    0);
        result = 0;
    } else if (answer->packet.kind == WIRE_REFUSED &&
               answer->bytes[sizeof answer->packet] == '\0')
        why[0] = '\0'; /* another one has said it */
    else if (answer->packet.kind == WIRE_REFUSED)
        snprintf(why, why_size, "the checker refused this process: %.*s",
                 (int)((size_t)length - sizeof answer->packet),
                 answer->bytes + sizeof answer->packet);
    else
        snprintf(why, why_size, "the checker does not speak our language");
    setsockopt(checker, SOL_SOCKET, SO_RCVTIMEO, &for_ever, sizeof for_ever);
    free(answer);
    return result;
}

void connect_on_abort(void (*abort)(void))
{
    abort_job = abort;
}

/* Whether all threads of the application have ended (the initial one by
 * pthread_exit): only this one is left. */
static bool is_last_thread(void)
{
    char text[512];
    const char *state;
    struct dirent *entry;
    DIR *tasks = opendir("/proc/self/task");
    ssize_t length;
    int count = 0, fd;

    if (tasks == NULL)
        return false;
    while ((entry = readdir(tasks)) != NULL)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    if (count > 2)
        return false;
    /* The initial thread stays, as a zombie: "pid (name) Z ..." */
    fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    length = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    if (length <= 0)
        return false;
    text[length] = '\0';
    state = strrchr(text, ')');
    return state != NULL && state[1] == ' ' && state[2] == 'Z';
}

/*
 * Waits until the checker hangs up; all it says after WELCOME is that the job
 * is to end, or that what was done is kept.  Does what the C library does when
 * an application's last thread ends, as this thread keeps it from seeing that.
 */
static void *watch(void *context)
{
    struct pollfd wait = {.fd = (int)(intptr_t)context, .events = POLLIN};
    struct wire_packet packet;
    ssize_t length;

    atomic_store(&watch_task, (uint32_t)syscall(SYS_gettid));
    sem_post(&watch_began);
    do {
        while (poll(&wait, 1, WATCH_MS) == 0)
            if (is_last_thread())
                exit(0);
        length = recv(wait.fd, &packet, sizeof packet, MSG_DONTWAIT);
        if (length == (ssize_t)sizeof packet && packet.kind == WIRE_ABORT &&
            abort_job != NULL)
            abort_job();
        if (length == (ssize_t)sizeof packet && packet.kind == WIRE_KEPT)
            sem_post(&kept);
    } while (length > 0 || (length < 0 && (errno == EINTR || errno == EAGAIN)));
    /* as the application ends on its own the checker does not go first */
    if (atomic_load(&finalized))
        observe_stop(NULL);
    else
        observe_stop_all("the checker is gone");
    sem_post(&kept);
    return NULL;
}

static int add_thread_memory(struct dl_phdr_info *object, size_t size,
                             void *bytes)
{
    unsigned i;

    (void)size;
    for (i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes += object->dlpi_phdr[i].p_memsz;
    return 0;
}

/* The C library takes the program's thread-local variables from the stack. */
static size_t watch_stack_size(void)
{
    size_t bytes = WATCH_STACK_SIZE;

    dl_iterate_phdr(add_thread_memory, &bytes);
    return (bytes + 4095) & ~(size_t)4095;
}

static int start_watch(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, old;
    int error;

    sem_init(&watch_began, 0, 0);
    sem_init(&kept, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, watch_stack_size());
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    error =
        pthread_create(&thread, &attributes, watch, (void *)(intptr_t)checker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

/* When patience is over that begins now. */
static struct timespec end_of_patience(void)
{
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += PATIENCE;
    return end;
}

uint32_t connect_watch_task(void)
{
    /* It was begun just now, perhaps; on a busy machine that takes long. */
    struct timespec end = end_of_patience();
    bool woken = false;

    while (atomic_load(&watch_task) == 0 && !woken) {
        woken = sem_clockwait(&watch_began, CLOCK_MONOTONIC, &end) == 0;
        if (!woken && errno != EINTR)
            break;
    }
    /* Other threads may wait, too: the next one is woken. */
    if (woken)
        sem_post(&watch_began);
    return atomic_load(&watch_task);
}

/* The checker is connected: makes this process known. */
static int introduce(const char *flavour, const char *mpi_version, char *why,
                     size_t why_size)
{
    if (!belongs_to_us(checker)) {
        snprintf(why, why_size,
                 "another user's process listens as the checker");
        return -1;
    }
    /* hung up while we speak: await_welcome finds what it said before */
    send_hello(flavour, mpi_version);
    send_output();
    if (await_welcome(why, why_size) != 0)
        return -1;
    if (start_watch() != 0) {
        snprintf(why, why_size, "no thread to watch the checker");
        return -1;
    }
    return 0;
}

int connect_checker(const char *flavour, const char *mpi_version)
{
    char key[LAUNCH_KEY_SIZE], why[512] = "out of memory";
    struct address address;
    bool spawn_failed;
    int fd;

    launch_job_key(key);
    make_address(&address, key);
    fd = find_checker(&address, key, &spawn_failed);
    if (fd < 0) {
        message_say("cannot %s the checker of job %s (%s); the application "
                    "runs unobserved",
                    spawn_failed ? "start" : "reach", key, strerror(-fd));
        return -1;
    }
    keep(fd);
    if (introduce(flavour, mpi_version, why, sizeof why) != 0) {
        if (why[0] != '\0')
            message_say("%s; the application runs unobserved", why);
        connect_close();
        return -1;
    }
    return 0;
}

int connect_send_ring(uint32_t thread, uint32_t number, int fd)
{
    struct wire_ring ring = {
        .packet = {WIRE_RING, sizeof ring}, .thread = thread, .number = number};

    return send_packet(&ring, sizeof ring, fd);
}

bool connect_is_relayed(void)
{
    return relayed;
}

/* The thread that would hear of it does not wait; nor does, as the process
 * exits, who has waited in MPI_Finalize in vain. */
static void await_kept(void)
{
    struct timespec end = end_of_patience();
    int saved = errno, state;

    if (atomic_load(&watch_task) == (uint32_t)syscall(SYS_gettid) ||
        atomic_load(&impatient))
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    while (sem_clockwait(&kept, CLOCK_MONOTONIC, &end) != 0)
        if (errno != EINTR) {
            atomic_store(&impatient, true);
            break;
        }
    pthread_setcancelstate(state, NULL);
    errno = saved;
}

void connect_leave(void)
{
    const struct wire_packet leave = {WIRE_LEAVE, sizeof leave};

    if (relayed && send_packet(&leave, sizeof leave, -1) == 0)
        await_kept();
}

void connect_finalized(void)
{
    atomic_store(&finalized, true);
}

bool connect_is_finalized(void)
{
    return atomic_load(&finalized);
}

void connect_send_goodbye(int exit_status)
{
    struct wire_goodbye goodbye = {.packet = {WIRE_GOODBYE, sizeof goodbye},
                                   .exit_status = exit_status};

    if (send_packet(&goodbye, sizeof goodbye, -1) == 0 && relayed)
        await_kept();
}

void connect_hang_up(void)
{
    const struct wire_packet stopped = {WIRE_STOPPED, sizeof stopped};

    (void)send_packet(&stopped, sizeof stopped, -1);
    /* not close: other threads may be about to use the descriptor */
    if (is_open())
        shutdown(checker, SHUT_RDWR);
}

void connect_close(void)
{
    if (is_open())
        close(checker);
    checker = -1;
}
