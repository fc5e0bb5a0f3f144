#include "spawn.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENVIRONMENT_MAX 8192

/* Descriptors in the checker's process. */
enum { LISTEN_FD = 3, ERROR_FD = 4 };

/* All that is needed between fork and exec, made before. */
struct plan {
    char program[PATH_MAX];
    char job[128];
    char *arguments[6];
    char *environment[ENVIRONMENT_MAX];
    int listen_fd, error_fd;
};

static const char here; /* in libmurmel.so, wherever that is */

/* <prefix>/bin/murmel, as seen from <prefix>/lib/murmel/libmurmel.so. */
static int find_program(char program[PATH_MAX])
{
    const char *told = getenv("MURMEL_BIN");
    char directory[PATH_MAX];
    Dl_info self;
    char *slash;

    if (told != NULL && *told != '\0') {
        if (strlen(told) >= PATH_MAX)
            return ENAMETOOLONG;
        strcpy(program, told);
        return 0;
    }
    if (dladdr(&here, &self) == 0 || self.dli_fname == NULL ||
        realpath(self.dli_fname, directory) == NULL)
        return ENOENT;
    for (int up = 0; up < 3; up++) { /* the file, murmel, lib */
        slash = strrchr(directory, '/');
        if (slash == NULL)
            return ENOENT;
        *slash = '\0';
    }
    if (strlen(directory) + sizeof "/bin/murmel" > PATH_MAX)
        return ENAMETOOLONG;
    strcpy(program, directory);
    strcat(program, "/bin/murmel");
    return 0;
}

static int make_plan(struct plan *plan, int listen_fd, const char *key)
{
    static char name[] = "murmel", command[] = "server",
                listen_option[] = "--listen-fd=3";
    size_t count = 0;
    int error = find_program(plan->program);

    if (error != 0)
        return error;
    snprintf(plan->job, sizeof plan->job, "--job=%s", key);
    plan->arguments[0] = name;
    plan->arguments[1] = command;
    plan->arguments[2] = listen_option;
    plan->arguments[3] = plan->job;
    plan->arguments[4] = NULL;
    for (char **item = environ; item != NULL && *item != NULL; item++)
        if (strncmp(*item, "LD_PRELOAD=", 11) != 0 &&
            count < ENVIRONMENT_MAX - 1)
            plan->environment[count++] = *item;
    plan->environment[count] = NULL;
    plan->listen_fd = listen_fd;
    return 0;
}

static void close_from(unsigned first)
{
    if (syscall(SYS_close_range, first, ~0U, 0) != 0)
        for (int fd = (int)first; fd < 65536; fd++)
            close(fd);
}

/* In the new process: only system calls from here, as after any fork of a
 * process with threads. */
static _Noreturn void become_checker(const struct plan *plan)
{
    struct sigaction standard;
    cpu_set_t everywhere;
    sigset_t all;
    int null = open("/dev/null", O_RDWR);
    int error;

    /* above all we are going to dup2 onto */
    int listen_fd = fcntl(plan->listen_fd, F_DUPFD, 10);
    int error_fd = fcntl(plan->error_fd, F_DUPFD, 10);

    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    dup2(listen_fd, LISTEN_FD);
    dup2(error_fd, ERROR_FD);
    fcntl(ERROR_FD, F_SETFD, FD_CLOEXEC);
    close_from(ERROR_FD + 1);
    /* the rank may be bound to a processor; the checker is not */
    memset(&everywhere, 0xff, sizeof everywhere);
    sched_setaffinity(0, sizeof everywhere, &everywhere);
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &standard, NULL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    execve(plan->program, plan->arguments, plan->environment);
    error = errno;
    if (write(ERROR_FD, &error, sizeof error) < 0)
        _exit(2);
    _exit(2);
}

/*
 * fork without the C library's handlers, and without SIGCHLD at its end: the
 * application does not see the child, in wait() neither.
 */
static pid_t fork_unseen(void)
{
    return (pid_t)syscall(SYS_clone, 0UL, NULL, NULL, NULL, NULL);
}

/* Forks twice: the checker is no child of the application's. */
static int fork_checker(const struct plan *plan)
{
    pid_t child = fork_unseen();
    int status;

    if (child == 0) {
        setpgid(0, 0); /* not setsid: see server/run.c */
        child = fork_unseen();
        if (child == 0)
            become_checker(plan);
        _exit(child < 0);
    }
    if (child < 0)
        return errno;
    while (waitpid(child, &status, __WCLONE) < 0)
        if (errno != EINTR)
            return errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EAGAIN;
}

/* What the checker's process could not do, or 0: exec closed the pipe. */
static int error_of_exec(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int error, result;

    do {
        result = poll(&ready, 1, 10000);
    } while (result < 0 && errno == EINTR);
    if (result == 1 && read(fd, &error, sizeof error) == sizeof error)
        return error;
    return 0;
}

int spawn_checker(int listen_fd, const char *key)
{
    struct plan *plan = calloc(1, sizeof *plan);
    sigset_t all, old;
    int error, ends[2];

    if (plan == NULL)
        return ENOMEM;
    error = make_plan(plan, listen_fd, key);
    if (error == 0 && pipe2(ends, O_CLOEXEC) != 0)
        error = errno;
    if (error != 0) {
        free(plan);
        return error;
    }
    plan->error_fd = ends[1];
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    error = fork_checker(plan);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    close(ends[1]);
    if (error == 0)
        error = error_of_exec(ends[0]);
    close(ends[0]);
    free(plan);
    return error;
}
