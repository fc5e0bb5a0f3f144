#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A process, from /proc/<pid>/stat. */
struct process {
    long parent;
    unsigned long long start; /* clock ticks after boot */
    char name[32];
};

static int environment_number(const char *const *names)
{
    for (; *names != NULL; names++) {
        const char *text = getenv(*names);
        char *end;
        long number;

        if (text == NULL || *text == '\0')
            continue;
        number = strtol(text, &end, 10);
        if (*end == '\0' && number >= 0 && number <= INT32_MAX)
            return (int)number;
    }
    return -1;
}

int launch_rank(void)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK", "PMI_RANK",     "PMIX_RANK",
        "REFMPI_RANK",          "SLURM_PROCID", NULL};

    return environment_number(names);
}

int launch_size(void)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",     "REFMPI_SIZE",
        "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", NULL};

    return environment_number(names);
}

int launch_is_launcher(const char *program)
{
    static const char *const names[] = {"mpiexec", "mpirun",  "orterun",
                                        "srun",    "prterun", "prun"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);

        /* mpiexec, but also mpiexec.hydra and mpiexec.openmpi */
        if (strncmp(program, names[i], length) == 0 &&
            (program[length] == '\0' || program[length] == '.'))
            return 1;
    }
    return 0;
}

/* Is it a process that has the ranks of one job under it? */
static int starts_ranks(const char *name)
{
    static const char *const names[] = {
        "hydra_pmi_proxy", "orted", "prted", "slurmstepd", "murmel-mpiexec",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return launch_is_launcher(name);
}

static int read_process(long pid, struct process *process)
{
    char path[64], text[512], *open_bracket, *close_bracket;
    ssize_t length;
    int fd;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return -1;
    text[length] = '\0';
    open_bracket = strchr(text, '(');
    close_bracket = strrchr(text, ')'); /* the name may have brackets */
    if (open_bracket == NULL || close_bracket == NULL)
        return -1;
    *close_bracket = '\0';
    snprintf(process->name, sizeof process->name, "%s", open_bracket + 1);
    /* proc(5): field 4 is the parent, field 22 the start time */
    if (sscanf(close_bracket + 1,
               " %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
               "%*d %*d %*d %*d %llu",
               &process->parent, &process->start) != 2)
        return -1;
    return 0;
}

/* The nearest process above this one whose name is such; 0: there is none. */
static long find_ancestor(int (*is_such)(const char *name),
                          struct process *process)
{
    long ancestor = getpid();

    for (long steps = 0; ancestor > 1 && steps < 64; steps++) {
        if (read_process(ancestor, process) != 0)
            return 0;
        if (steps > 0 && is_such(process->name))
            return ancestor;
        ancestor = process->parent;
    }
    return 0;
}

/* The key where nothing in the environment tells the job: the launcher above
 * this process.  Empty: there is none. */
static void key_of_ancestor(char key[LAUNCH_KEY_SIZE])
{
    struct process process;
    long ancestor = find_ancestor(starts_ranks, &process);

    key[0] = '\0';
    if (ancestor != 0)
        snprintf(key, LAUNCH_KEY_SIZE, "l%ld.%llu", ancestor, process.start);
}

static int is_stream(mode_t mode)
{
    return S_ISFIFO(mode) || S_ISSOCK(mode);
}

int launch_error_output(void)
{
    struct process process;
    struct stat own, other;
    char path[64];
    long launcher;
    int pid_fd, fd;

    if (fstat(STDERR_FILENO, &own) != 0 || !is_stream(own.st_mode))
        return -1;
    launcher = find_ancestor(launch_is_launcher, &process);
    snprintf(path, sizeof path, "/proc/%ld/fd/2", launcher);
    if (launcher == 0 || stat(path, &other) != 0)
        return -1;
    /* A file is written to where the launcher is in it, which only its own
     * descriptor knows. */
    if (S_ISFIFO(other.st_mode) || S_ISCHR(other.st_mode))
        return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    pid_fd = (int)syscall(SYS_pidfd_open, launcher, 0);
    if (pid_fd < 0)
        return -1;
    fd = (int)syscall(SYS_pidfd_getfd, pid_fd, STDERR_FILENO, 0);
    close(pid_fd);
    return fd;
}

/* The key of a process that was started alone. */
static void key_of_itself(char key[LAUNCH_KEY_SIZE])
{
    struct process process;
    long pid = getpid();

    if (read_process(pid, &process) == 0)
        snprintf(key, LAUNCH_KEY_SIZE, "p%ld.%llu", pid, process.start);
    else
        snprintf(key, LAUNCH_KEY_SIZE, "p%ld", pid);
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* A key made of a prefix and what the environment says; too long or strange
 * text is replaced by its hash, so that different text gives another key. */
static void make_key(char key[LAUNCH_KEY_SIZE], const char *prefix,
                     const char *text)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@:-";

    int length = snprintf(key, LAUNCH_KEY_SIZE, "%s%s", prefix, text);

    if (length >= LAUNCH_KEY_SIZE || text[strspn(text, good)] != '\0')
        snprintf(key, LAUNCH_KEY_SIZE, "%sh%016llx", prefix,
                 (unsigned long long)hash_text(text));
}

void launch_key(char key[LAUNCH_KEY_SIZE])
{
    const char *text = getenv("PMIX_NAMESPACE");
    const char *step = getenv("SLURM_STEP_ID");
    char both[64];

    if (text != NULL && *text != '\0') {
        make_key(key, "x", text);
        return;
    }
    text = getenv("SLURM_JOBID");
    if (text != NULL && *text != '\0' && step != NULL && *step != '\0') {
        snprintf(both, sizeof both, "%s.%s", text, step);
        make_key(key, "s", both);
        return;
    }
    text = getenv("PMI_JOBID");
    if (text != NULL && *text != '\0') {
        make_key(key, "j", text);
        return;
    }
    key_of_ancestor(key);
}

void launch_job_key(char key[LAUNCH_KEY_SIZE])
{
    const char *text = getenv("MURMEL_JOB");

    if (text != NULL && *text != '\0') {
        make_key(key, "", text);
        return;
    }
    launch_key(key);
    if (key[0] == '\0')
        key_of_itself(key);
}

/*
 * The preload is in every program of a job, the launcher included.  There a
 * fresh key in the environment reaches all ranks; in all other programs
 * nothing is done before the first MPI call.
 */
static __attribute__((constructor)) void launch_constructor(void)
{
    char key[LAUNCH_KEY_SIZE];
    uint64_t random = 0;
    int saved = errno;

    if (!launch_is_launcher(program_invocation_short_name) ||
        getenv("MURMEL_JOB") != NULL)
        return;
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
        random = 0;
    snprintf(key, sizeof key, "m%ld.%012llx", (long)getpid(),
             (unsigned long long)(random & UINT64_C(0xffffffffffff)));
    setenv("MURMEL_JOB", key, 1);
    errno = saved;
}
