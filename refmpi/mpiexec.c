/*
 * mpiexec.c - starts a job of the reference MPI on this machine: one memfd
 * for all, one process a rank, and an eye on them until the last has ended.
 */
#include "forward.h"
#include "segment.h"
#include "tag.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Exit statuses of our own, as env(1) and timeout(1) have them. */
enum {
    STATUS_USAGE = 2,
    STATUS_TIMEOUT = 124,
    STATUS_CANNOT_RUN = 126,
    STATUS_NOT_FOUND = 127
};

/* How long the ranks have between SIGTERM and SIGKILL. */
#define GRACE_MILLISECONDS 500

/* How long, once all ranks have ended, whoever else may write to their
 * standard error is waited for. */
#define LINGER_MILLISECONDS 10000

struct setting {
    const char *name;
    const char *value;
};

/* One program of an MPMD start. */
struct program {
    int ranks;
    const char *directory;
    const char *errhandler; /* the initial one; NULL: the default */
    struct setting *settings;
    int setting_count;
    char **argv;
};

struct job {
    struct program *programs;
    int program_count;
    int size;
    int timeout_seconds; /* 0: none */
    bool tags_output;
    int fd;
    struct segment *segment;
    pid_t *pids; /* 0 once the rank has ended */
    int running;
    int status;       /* of mpiexec; of the first rank that failed */
    bool is_ending;   /* the others are being killed */
    bool is_killed;   /* they got SIGKILL */
    int64_t kill_at;  /* when they get it */
    int64_t ends_at;  /* when the time is up; 0: never */
    int64_t leave_at; /* whoever else may still write; 0: a rank runs */
    sigset_t signals;
    int signal_fd;
    struct forward forward;
};

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("murmel-mpiexec: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

static const char usage[] =
    "usage: murmel-mpiexec [-n N] [-env NAME VALUE] [-wdir DIR]\n"
    "                      [-initial-errhandler NAME] [--timeout SECONDS]\n"
    "                      [--tag-output]\n"
    "                      PROGRAM [ARGUMENT...]\n"
    "                      [: [-n M] ... PROGRAM [ARGUMENT...]]...\n"
    "\n"
    "Starts N ranks (default 1) of an MPI program built with murmel-mpicc.\n"
    "  -n N, -np N         number of ranks of this program\n"
    "  -env NAME VALUE     set an environment variable for this program\n"
    "  -wdir DIR           run this program there\n"
    "  -initial-errhandler NAME\n"
    "                      mpi_errors_are_fatal (default), mpi_errors_abort\n"
    "                      or mpi_errors_return, for this program\n"
    "  --timeout SECONDS   end the job, with status 124, after that time\n"
    "  --tag-output        put \"[RANK] \" before each line of the ranks\n"
    "Standard input goes to rank 0. The exit status is that of the first\n"
    "rank that failed. The job is over when all ranks have ended and nobody\n"
    "else holds their standard error, or 10 s after the last rank.\n";

/* --------------------------------------------------------------- arguments */

static int positive(const char *option, const char *text)
{
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || !*text || *end || value < 1 || value > 1000000)
        fail(STATUS_USAGE, "%s needs a positive number, not '%s'", option,
             text ? text : "");
    return (int)value;
}

static void *grow(void *array, int count, size_t element)
{
    void *grown = realloc(array, ((size_t)count + 1) * element);
    if (!grown)
        fail(STATUS_CANNOT_RUN, "out of memory");
    return grown;
}

static bool is_option(const char *argument, const char *name)
{
    /* Both -name and --name, as other MPIs have it. */
    if (*argument == '-')
        argument++;
    if (*argument == '-')
        argument++;
    return strcmp(argument, name) == 0;
}

/* The names of MPI-4.1 11.8.4, in whatever case. */
static const char *errhandler_name(const char *option, const char *text)
{
    static const char *const names[] = {
        "mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"};
    for (size_t i = 0; text && i < sizeof names / sizeof names[0]; i++)
        if (strcasecmp(text, names[i]) == 0)
            return names[i];
    fail(STATUS_USAGE, "%s is %s, %s or %s, not '%s'", option, names[0],
         names[1], names[2], text ? text : "");
}

/* Reads one option at argv[0]; returns how many words it took. */
static int parse_option(struct job *job, struct program *program, char **argv)
{
    const char *option = argv[0];
    if (is_option(option, "help") || is_option(option, "h")) {
        fputs(usage, stdout);
        exit(0);
    }
    if (is_option(option, "n") || is_option(option, "np")) {
        program->ranks = positive(option, argv[1]);
        return 2;
    }
    if (is_option(option, "timeout")) {
        job->timeout_seconds = positive(option, argv[1]);
        return 2;
    }
    if (is_option(option, "tag-output")) {
        job->tags_output = true;
        return 1;
    }
    if (is_option(option, "wdir")) {
        if (!argv[1])
            fail(STATUS_USAGE, "%s needs a directory", option);
        program->directory = argv[1];
        return 2;
    }
    if (is_option(option, "initial-errhandler")) {
        program->errhandler = errhandler_name(option, argv[1]);
        return 2;
    }
    if (is_option(option, "env")) {
        if (!argv[1] || !argv[2])
            fail(STATUS_USAGE, "%s needs a name and a value", option);
        program->settings = grow(program->settings, program->setting_count,
                                 sizeof *program->settings);
        program->settings[program->setting_count++] =
            (struct setting){argv[1], argv[2]};
        return 3;
    }
    fail(STATUS_USAGE, "unknown option %s (try --help)", option);
}

/* Reads one program up to ":" or the end; returns where it stopped. */
static char **parse_program(struct job *job, char **argv)
{
    job->programs =
        grow(job->programs, job->program_count, sizeof *job->programs);
    struct program *program = &job->programs[job->program_count++];
    *program = (struct program){.ranks = 1};
    while (*argv && **argv == '-')
        argv += parse_option(job, program, argv);
    program->argv = argv;
    while (*argv && strcmp(*argv, ":") != 0)
        argv++;
    if (program->argv == argv)
        fail(STATUS_USAGE, "no program given (try --help)");
    job->size += program->ranks;
    if (job->size > SEGMENT_RANKS_MAX)
        fail(STATUS_USAGE, "at most %d ranks", SEGMENT_RANKS_MAX);
    return argv;
}

static void parse(struct job *job, char **argv)
{
    for (argv = parse_program(job, argv); *argv;) {
        *argv = NULL; /* the ":" ends the argument list before it */
        argv = parse_program(job, argv + 1);
    }
}

/* ------------------------------------------------------------------ start */

static void set_number(const char *name, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    setenv(name, text, 1);
}

/* In the child: becomes the rank. */
static _Noreturn void become(const struct job *job, int index, int rank,
                             pid_t parent, const int output[2])
{
    const struct program *program = &job->programs[index];
    /* No rank outlives its mpiexec. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    sigprocmask(SIG_UNBLOCK, &job->signals, NULL);
    dup2(output[0], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
    if (rank != 0) {
        int null = open("/dev/null", O_RDONLY);
        if (null >= 0) {
            dup2(null, 0);
            close(null);
        }
    }
    set_number(SEGMENT_ENV_FD, job->fd);
    set_number(SEGMENT_ENV_RANK, rank);
    set_number(SEGMENT_ENV_SIZE, job->size);
    set_number(SEGMENT_ENV_APPNUM, index);
    if (program->errhandler)
        setenv(SEGMENT_ENV_ERRHANDLER, program->errhandler, 1);
    for (int i = 0; i < program->setting_count; i++)
        setenv(program->settings[i].name, program->settings[i].value, 1);
    if (program->directory && chdir(program->directory) != 0) {
        fprintf(stderr, "murmel-mpiexec: %s: %s\n", program->directory,
                strerror(errno));
        _exit(STATUS_CANNOT_RUN);
    }
    execvp(program->argv[0], program->argv);
    int error = errno;
    /* One says it for all, and is not ended by the failure of another. */
    sigprocmask(SIG_BLOCK, &job->signals, NULL);
    if (!atomic_exchange(&job->segment->cannot_run, 1))
        fprintf(stderr, "murmel-mpiexec: cannot run %s: %s\n", program->argv[0],
                strerror(error));
    _exit(error == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_RUN);
}

static void open_segment(struct job *job)
{
    job->fd = segment_create(job->size);
    if (job->fd < 0)
        fail(STATUS_CANNOT_RUN, "no shared memory: %s", strerror(errno));
    void *base = mmap(NULL, segment_rings(job->size), PROT_READ | PROT_WRITE,
                      MAP_SHARED, job->fd, 0);
    if (base == MAP_FAILED)
        fail(STATUS_CANNOT_RUN, "no shared memory: %s", strerror(errno));
    job->segment = base;
}

static void kill_ranks(const struct job *job, int signal)
{
    for (int rank = 0; rank < job->size; rank++)
        if (job->pids[rank] > 0)
            kill(job->pids[rank], signal);
}

/* What a rank's standard output and error are: output[1] is mpiexec's pipe. */
static void open_output(const struct job *job, int rank, int output[2])
{
    output[0] = STDOUT_FILENO;
    if (job->tags_output && tag_start(rank, output[1], output) != 0) {
        int error = errno;
        kill_ranks(job, SIGKILL);
        fail(STATUS_CANNOT_RUN, "cannot tag the output: %s", strerror(error));
    }
}

static void start(struct job *job)
{
    job->pids = calloc((size_t)job->size, sizeof *job->pids);
    if (!job->pids)
        fail(STATUS_CANNOT_RUN, "out of memory");
    int error_output;
    if (forward_open(&job->forward, &error_output) != 0)
        fail(STATUS_CANNOT_RUN, "cannot make a pipe: %s", strerror(errno));
    pid_t self = getpid();
    int rank = 0;
    for (int index = 0; index < job->program_count; index++) {
        for (int i = 0; i < job->programs[index].ranks; i++, rank++) {
            int output[2] = {STDOUT_FILENO, error_output};
            open_output(job, rank, output);
            pid_t pid = fork();
            if (pid == 0)
                become(job, index, rank, self, output);
            if (pid < 0) {
                int error = errno;
                kill_ranks(job, SIGKILL);
                fail(STATUS_CANNOT_RUN, "cannot fork: %s", strerror(error));
            }
            if (job->tags_output) {
                close(output[0]);
                close(output[1]);
            }
            job->pids[rank] = pid;
            job->running++;
        }
    }
    close(error_output);
}

/* ------------------------------------------------------------------ watch */

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The first reason gives the exit status. */
static void set_status(struct job *job, int status)
{
    if (job->status == 0)
        job->status = status;
}

/* Begins the end of the job: the ranks get the signal, and some time. */
static void end_job_by(struct job *job, int signal, int status)
{
    set_status(job, status);
    if (job->is_ending)
        return;
    job->is_ending = true;
    job->kill_at = milliseconds() + GRACE_MILLISECONDS;
    kill_ranks(job, signal);
    kill_ranks(job, SIGCONT);
}

static void end_job(struct job *job, int status)
{
    end_job_by(job, SIGTERM, status);
}

/* How many ranks' states are told. */
#define RANKS_TOLD 64

/* What the others do while the job is about to be ended. */
static void tell_others(struct job *job, int ended)
{
    char text[SEGMENT_STATE_TEXT];
    int told = 0;
    for (int rank = 0; rank < job->size; rank++) {
        if (rank == ended || job->pids[rank] == 0 || ++told > RANKS_TOLD)
            continue;
        segment_state_text(job->segment, rank, text);
        forward_say(&job->forward, "  %s", text);
    }
    if (told > RANKS_TOLD)
        forward_say(&job->forward, "  and %d more", told - RANKS_TOLD);
}

/* Nobody will hear of the rank any more. If all others sleep they look whether
 * it was the last who could have woken somebody; else who comes to sleep last
 * does. */
static void leave_out(struct job *job)
{
    if (atomic_fetch_add(&job->segment->at_rest, 1) + 1 < job->size)
        return;
    for (int rank = 0; rank < job->size && job->running > 0; rank++)
        syscall(SYS_futex, &job->segment->blocks[rank].sleeping, FUTEX_WAKE,
                INT_MAX, NULL, NULL, 0);
}

/* What the end of a rank means for the job. */
static void rank_ended(struct job *job, int rank, int wait_status)
{
    uint32_t state = atomic_load(&job->segment->blocks[rank].state);
    job->pids[rank] = 0;
    job->running--;
    if (job->is_ending)
        return;
    if (WIFSIGNALED(wait_status)) {
        int signal = WTERMSIG(wait_status);
        forward_say(&job->forward, "rank %d: killed by signal %d (%s)", rank,
                    signal, strsignal(signal));
        tell_others(job, rank);
        end_job(job, 128 + signal);
    } else if (WEXITSTATUS(wait_status) != 0) {
        /* After MPI_Finalize nobody can be waiting for it: the others may
         * still have work of their own. */
        if (state == SEGMENT_RANK_FINALIZED) {
            set_status(job, WEXITSTATUS(wait_status));
            leave_out(job);
        } else
            end_job(job, WEXITSTATUS(wait_status));
    } else if (state == SEGMENT_RANK_RUNNING) {
        forward_say(&job->forward, "rank %d: ended without MPI_Finalize", rank);
        tell_others(job, rank);
        end_job(job, 1);
    } else {
        leave_out(job);
    }
}

static void reap(struct job *job)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        for (int rank = 0; rank < job->size; rank++) {
            if (job->pids[rank] == pid) {
                rank_ended(job, rank, status);
                break;
            }
        }
    }
}

/* Stops mpiexec as its ranks were: by the same signal, so that it stops where
 * they do, and not in a process group that nobody could wake. The time until
 * it goes on is no time of the job. */
static void stop(struct job *job)
{
    sigset_t signals;
    int64_t began = milliseconds();
    sigemptyset(&signals);
    sigaddset(&signals, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    int64_t stopped = milliseconds() - began;
    if (job->ends_at)
        job->ends_at += stopped;
    job->kill_at += stopped;
}

static void handle_signal(struct job *job, int signal)
{
    switch (signal) {
    case SIGCHLD:
        reap(job);
        break;
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
    case SIGQUIT:
        if (job->running == 0)
            job->leave_at = milliseconds();
        else if (job->is_ending)
            kill_ranks(job, SIGKILL);
        end_job_by(job, signal, 128 + signal);
        break;
    case SIGTSTP:
        kill_ranks(job, signal);
        stop(job);
        break;
    default:
        kill_ranks(job, signal);
        break;
    }
}

/* The ranks that have not gone by now are told more firmly. */
static void watch_clock(struct job *job)
{
    int64_t now = milliseconds();
    if (job->running == 0) {
        if (job->leave_at == 0)
            job->leave_at = now + LINGER_MILLISECONDS;
        return;
    }
    if (!job->is_ending && job->ends_at && now >= job->ends_at) {
        forward_say(&job->forward, "time is up after %d s",
                    job->timeout_seconds);
        tell_others(job, -1);
        end_job(job, STATUS_TIMEOUT);
        job->status = STATUS_TIMEOUT;
    }
    if (job->is_ending && !job->is_killed && now >= job->kill_at) {
        job->is_killed = true;
        kill_ranks(job, SIGKILL);
    }
}

static bool is_over(const struct job *job)
{
    return job->running == 0 &&
           (!forward_is_busy(&job->forward) || milliseconds() >= job->leave_at);
}

/* Waits until something is to be done, and does it. */
static void step(struct job *job)
{
    struct signalfd_siginfo signal;
    struct pollfd fds[3] = {[2] = {.fd = job->signal_fd, .events = POLLIN}};
    bool has_date = job->ends_at || job->is_ending || job->running == 0;
    forward_poll(&job->forward, fds);
    poll(fds, 3, has_date ? 50 : 1000);
    forward_move(&job->forward);
    while (read(job->signal_fd, &signal, sizeof signal) ==
           (ssize_t)sizeof signal)
        handle_signal(job, (int)signal.ssi_signo);
    reap(job);
    watch_clock(job);
}

static int watch(struct job *job)
{
    if (job->timeout_seconds)
        job->ends_at = milliseconds() + 1000 * job->timeout_seconds;
    while (!is_over(job))
        step(job);
    return job->status;
}

/* Descriptors 0 to 2 are open from here on, so that no other takes their
 * place. */
static void open_standard(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    close(fd);
}

static void block_signals(struct job *job)
{
    static const int handled[] = {SIGCHLD, SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                                  SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP, SIGCONT};
    sigemptyset(&job->signals);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        sigaddset(&job->signals, handled[i]);
    sigprocmask(SIG_BLOCK, &job->signals, NULL);
    job->signal_fd = signalfd(-1, &job->signals, SFD_CLOEXEC | SFD_NONBLOCK);
    if (job->signal_fd < 0)
        fail(STATUS_CANNOT_RUN, "no signalfd: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    static struct job job = {.fd = -1};
    (void)argc;
    open_standard();
    parse(&job, argv + 1);
    block_signals(&job);
    /* Of a file too large (ulimit -f) the calls tell. */
    signal(SIGXFSZ, SIG_IGN);
    open_segment(&job);
    signal(SIGXFSZ, SIG_DFL);
    start(&job);
    /* Not before the ranks are started: they would inherit it. */
    signal(SIGPIPE, SIG_IGN);
    return watch(&job);
}
