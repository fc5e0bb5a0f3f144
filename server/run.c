#include "run.h"

#include "flavour_of.h"
#include "job.h"
#include "launcher.h"
#include "launcher_hang.h"
#include "memory.h"
#include "place.h"
#include "server.h"
#include "status_line.h"
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A job as `murmel run` sees it. */
struct run {
    const struct options *options;
    pid_t checker, launcher; /* 0: has ended */
    int checker_status, launcher_status;
    int listen_fd;   /* where processes look for the checker */
    int control;     /* to the checker; -1: closed */
    int interrupted; /* by this signal, while the launcher ran; 0: not */
    bool ended;      /* the launcher was asked to end a job that hangs */
    struct launcher_watch watch;
    sigset_t signals, before;
};

/* Says a line that was made for the user, and frees it. */
static void say(char *trouble)
{
    terminal_line("%s", trouble);
    free(trouble);
}

/* GCC's AddressSanitizer ends a program in which another library is preloaded,
 * unless it is told not to. */
static void tell_sanitizer(void)
{
    static const char name[] = "ASAN_OPTIONS",
                      option[] = "verify_asan_link_order";
    const char *before = getenv(name);
    char *value;

    if (before != NULL && strstr(before, option) != NULL)
        return;
    value = xasprintf("%s%s%s=0", before != NULL ? before : "",
                      before != NULL && before[0] != '\0' ? ":" : "", option);
    setenv(name, value, 1);
    free(value);
}

/* libmurmel.so before what is preloaded already; 0, or -1 and *trouble. */
static int set_preload(char **trouble)
{
    char *library = place_library("libmurmel.so");
    const char *before = getenv("LD_PRELOAD");
    char *value;

    if (library == NULL) {
        char *self = place_self();

        *trouble = xasprintf("%s is not in an installed tree, it lacks "
                             "libmurmel.so; after make stage there is one "
                             "with bin/murmel in build/stage",
                             self != NULL ? self : "murmel");
        free(self);
        return -1;
    }
    if (strpbrk(library, " :") != NULL) {
        *trouble = xasprintf("%s: a blank or a colon in the name of this "
                             "folder keeps the library from being preloaded",
                             library);
        free(library);
        return -1;
    }
    if (before == NULL || before[0] == '\0')
        value = xstrdup(library);
    else if (strstr(before, library) != NULL)
        value = xstrdup(before);
    else
        value = xasprintf("%s:%s", library, before);
    setenv("LD_PRELOAD", value, 1);
    tell_sanitizer();
    free(value);
    free(library);
    return 0;
}

/* Is there a library for that MPI?  0, or -1 and *trouble. */
static int check_flavour(const struct application *application, char **trouble)
{
    const char *name = flavour_name(application->flavour);
    char *file = xasprintf("libmurmel-%s.so", name);
    char *library = place_library(file);
    int result = library != NULL ? 0 : -1;

    if (result != 0)
        *trouble = xasprintf("%s: it uses the MPI %s, which this murmel was "
                             "built without (%s is missing)",
                             application->path, name, file);
    free(library);
    free(file);
    return result;
}

static char *join(const char *before, char **words)
{
    struct text text = {0};

    text_append(&text, before, strlen(before));
    for (; *words != NULL; words++)
        text_printf(&text, " %s", *words);
    return text.bytes;
}

/* In the checker's process.  Ctrl-C is for the application: the checker is in
 * another process group and writes the report.  Not in another session: by
 * these Linux shares out processors (sched_autogroup), and then 6.18 may leave
 * the checker without one for half a minute while ranks wait by sched_yield.
 * Returns its exit status. */
static int be_checker(const struct options *options, int listen_fd, int control,
                      const char *key, char **words)
{
    struct server_start start = {listen_fd, control, key, NULL};
    char *before = options->np > 0 ? xasprintf("murmel run -n %d", options->np)
                                   : xstrdup("murmel run");
    int null = open("/dev/null", O_RDWR | O_CLOEXEC), status;

    setpgid(0, 0);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    close(null);
    start.command = join(before, words);
    free(before);
    status = server_main(options, &start);
    free(start.command);
    return status;
}

/* Forks the checker, which comes back from here, too, with run->checker 0
 * and its end of the control socket.  -1 and errno: there is none. */
static int fork_checker(struct run *run)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    run->checker = fork();
    if (run->checker < 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    run->control = ends[run->checker == 0];
    close(ends[run->checker != 0]);
    return 0;
}

/* Starts the launcher; -1 and errno where it cannot be executed. */
static int start_launcher(struct run *run, char **launcher)
{
    int ends[2], trouble = 0;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    run->launcher = fork();
    if (run->launcher == 0) {
        sigprocmask(SIG_SETMASK, &run->before, NULL);
        execvp(launcher[0], launcher);
        trouble = errno;
        if (write(ends[1], &trouble, sizeof trouble) < 0)
            _exit(127);
        _exit(127);
    }
    close(ends[1]);
    if (run->launcher < 0)
        trouble = errno;
    else
        while (read(ends[0], &trouble, sizeof trouble) < 0 && errno == EINTR)
            ;
    close(ends[0]);
    if (trouble == 0)
        return 0;
    if (run->launcher > 0)
        waitpid(run->launcher, NULL, 0);
    run->launcher = 0;
    errno = trouble;
    return -1;
}

static void tell_checker(struct run *run, enum server_news_kind kind, int value)
{
    struct server_news news = {kind, value};

    if (run->control >= 0)
        (void)send(run->control, &news, sizeof news, MSG_NOSIGNAL);
}

/* The checker is to end: the launcher has. */
static void end_checker(struct run *run)
{
    if (run->control < 0)
        return;
    tell_checker(run, NEWS_LAUNCHER_ENDED, run->launcher_status);
    close(run->control);
    run->control = -1;
}

static void say_checker_died(const struct run *run)
{
    if (WIFSIGNALED(run->checker_status)) {
        status_line_rescue(run->options);
        terminal_line("the checker was killed by signal %d (%s)%s; the report "
                      "is incomplete",
                      WTERMSIG(run->checker_status),
                      strsignal(WTERMSIG(run->checker_status)),
                      run->launcher > 0 ? ", the application goes on without"
                                        : "");
    } else if (run->launcher > 0) {
        terminal_line("the checker has ended before the application, which "
                      "goes on without; the report is incomplete");
    }
}

/* Who looks for the checker finds that it has hung up. */
static void hang_up(const struct run *run)
{
    int fd;

    while ((fd = accept(run->listen_fd, NULL, NULL)) >= 0)
        close(fd);
}

/* Processes that come now get no answer, by a SIGIO each: were nobody there
 * they would start a checker of their own, which writes its report, and its
 * recording, in place of what is there. */
static void stand_in(const struct run *run)
{
    int flags = fcntl(run->listen_fd, F_GETFL);

    fcntl(run->listen_fd, F_SETOWN, getpid());
    fcntl(run->listen_fd, F_SETFL, flags | O_NONBLOCK | O_ASYNC);
    hang_up(run);
}

/* Children that have ended. */
static void reap(struct run *run)
{
    int status;

    if (run->launcher > 0 &&
        waitpid(run->launcher, &status, WNOHANG) == run->launcher) {
        run->launcher = 0;
        run->launcher_status = status;
        end_checker(run);
    }
    if (run->checker > 0 &&
        waitpid(run->checker, &status, WNOHANG) == run->checker) {
        run->checker_status = status;
        say_checker_died(run);
        run->checker = 0;
        stand_in(run);
    }
}

/* Stops as the launcher was told to: by the same signal, so that nobody stands
 * still in a process group where the launcher goes on. */
static void stop(void)
{
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    sigprocmask(SIG_BLOCK, &signals, NULL);
}

/* Signals that end no job: true if it was one, and was passed on.  The checker
 * goes on: it knows of processes that have no chance to run. */
static bool pass_on(const struct run *run, int signal, bool is_from_terminal)
{
    if (signal != SIGUSR1 && signal != SIGUSR2 && signal != SIGTSTP &&
        signal != SIGCONT)
        return false;
    if (run->launcher > 0 && !is_from_terminal)
        kill(run->launcher, signal);
    if (signal == SIGTSTP)
        stop();
    return true;
}

/* One that the user has named may do other things yet. */
static void look_at_launcher(struct run *run)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (run->launcher == 0 || run->options->launcher != NULL ||
        !launcher_hangs(&run->watch, run->launcher,
                        (int64_t)now.tv_sec * 1000000000 + now.tv_nsec))
        return;
    terminal_line("the launcher hangs: it does not end, though all that it has "
                  "started have; Murmel ends it");
    tell_checker(run, NEWS_LAUNCHER_HANGS, 0);
    kill(run->launcher, SIGKILL);
}

/*
 * Waits for both.  SIGINT from the terminal reaches the launcher, too, which
 * then ends the job; what was sent to us alone is passed on.  Once the
 * launcher is gone, the signals are for the checker, which then does not
 * wait for anybody.
 */
static void wait_for_end(struct run *run)
{
    static const struct timespec interval = {5, 0};
    siginfo_t what;

    while (run->launcher > 0 || run->checker > 0) {
        int signal = sigtimedwait(&run->signals, &what, &interval);

        if (signal < 0)
            look_at_launcher(run);
        if (signal == SIGIO && run->checker == 0)
            hang_up(run);
        if (signal < 0 || signal == SIGIO)
            continue;
        /* The checker wants a job that hangs to be ended, and asks again
         * where the launcher hangs, too. */
        if (signal == SIGTERM && what.si_code == SI_USER &&
            what.si_pid == run->checker) {
            if (run->launcher > 0)
                kill(run->launcher, run->ended ? SIGKILL : SIGTERM);
            run->ended = true;
            continue;
        }
        if (pass_on(run, signal, what.si_code == SI_KERNEL))
            continue;
        if (signal != SIGCHLD && run->launcher > 0) {
            run->interrupted = signal;
            tell_checker(run, NEWS_INTERRUPTED, signal);
        }
        if (signal == SIGCHLD)
            reap(run);
        else if (run->launcher > 0 &&
                 !(signal == SIGINT && what.si_code == SI_KERNEL))
            kill(run->launcher, signal);
        else if (run->launcher == 0 && run->checker > 0)
            kill(run->checker, SIGTERM);
    }
}

static int exit_status(const struct run *run)
{
    if (!WIFEXITED(run->checker_status))
        return 2;
    if (WEXITSTATUS(run->checker_status) != 0)
        return WEXITSTATUS(run->checker_status);
    /* Hydra's mpiexec sometimes ends an interrupted job with 0. */
    if (run->interrupted != 0 && run->launcher_status == 0)
        return 128 + run->interrupted;
    if (WIFEXITED(run->launcher_status))
        return WEXITSTATUS(run->launcher_status);
    return 128 + WTERMSIG(run->launcher_status);
}

/* Whether the checker listens for other nodes; it has said why it does not,
 * unless it could not. */
static bool is_ready(const struct run *run)
{
    char ready;
    int status;

    if (recv(run->control, &ready, sizeof ready, 0) == sizeof ready)
        return true;
    if (waitpid(run->checker, &status, 0) > 0 && WIFSIGNALED(status))
        terminal_line("the checker was killed by signal %d (%s) before the "
                      "application was started, which it is not now",
                      WTERMSIG(status), strsignal(WTERMSIG(status)));
    return false;
}

/* Open MPI hands nothing of the environment on to other nodes but what stands
 * in this list: what is Murmel's. */
static void hand_on_environment(void)
{
    static const char list[] = "OMPI_MCA_mca_base_env_list";
    const char *before = getenv(list);
    struct text names = {0};

    if (before != NULL && before[0] != '\0')
        text_printf(&names, "%s;", before);
    text_printf(&names, "LD_PRELOAD;ASAN_OPTIONS");
    for (char **variable = environ; *variable != NULL; variable++)
        if (strncmp(*variable, "MURMEL_", strlen("MURMEL_")) == 0)
            text_printf(&names, ";%.*s", (int)strcspn(*variable, "="),
                        *variable);
    setenv(list, names.bytes, 1);
    free(names.bytes);
}

/* The checker and the launcher run side by side. */
static int run_both(const struct options *options, int listen_fd,
                    const char *key, char **launcher, char **words)
{
    static const int handled[] = {SIGCHLD, SIGINT,  SIGTERM, SIGHUP, SIGUSR1,
                                  SIGUSR2, SIGTSTP, SIGCONT, SIGIO};
    struct run run = {
        .options = options, .listen_fd = listen_fd, .control = -1};
    bool started;

    sigemptyset(&run.signals);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        sigaddset(&run.signals, handled[i]);
    sigprocmask(SIG_BLOCK, &run.signals, &run.before);
    if (fork_checker(&run) != 0) {
        terminal_line("the checker cannot be started: %s", strerror(errno));
        return 2;
    }
    if (run.checker == 0) {
        sigprocmask(SIG_SETMASK, &run.before, NULL);
        return be_checker(options, listen_fd, run.control, key, words);
    }
    if (options->root != NULL && !is_ready(&run))
        return 2;
    setenv("MURMEL_JOB", key, 1);
    options_to_environment(options); /* some are for the processes */
    /* A checker of theirs that finds the file, but not this, is no root. */
    unsetenv("MURMEL_ROOT");
    if (options->root != NULL)
        hand_on_environment();
    started = start_launcher(&run, launcher) == 0;
    if (!started) {
        terminal_line("%s: cannot be started: %s", launcher[0],
                      strerror(errno));
        /* There will be no job, and nothing to report. */
        kill(run.checker, SIGKILL);
        waitpid(run.checker, NULL, 0);
        return 2;
    }
    wait_for_end(&run);
    close(listen_fd);
    sigprocmask(SIG_SETMASK, &run.before, NULL);
    return exit_status(&run);
}

/* Options for a job on several nodes: the file's path is one that is good
 * everywhere.  0; -1 and *trouble. */
static int prepare_root(struct options *options, char **trouble)
{
    char *folder, *path;

    if (options->root == NULL) {
        free(options->root_file); /* that of a job which runs this one */
        options->root_file = NULL;
        return 0;
    }
    *trouble = options_for_one_node(options);
    if (*trouble != NULL)
        return -1;
    path = options->root_file != NULL
               ? options->root_file
               : xasprintf("%s/root.keys", options->report);
    folder = getcwd(NULL, 0);
    options->root_file =
        path[0] == '/' ? path : xasprintf("%s/%s", folder, path);
    if (options->root_file != path)
        free(path);
    free(folder);
    return 0;
}

int run_job(struct options *options, char **words)
{
    struct application application;
    char **launcher, key[JOB_KEY_SIZE], *trouble;
    int listen_fd, status = 2;

    if (prepare_root(options, &trouble) != 0) {
        say(trouble);
        return 2;
    }

    if (job_key(key) != 0) {
        terminal_line("MURMEL_JOB may have at most %d letters, digits and "
                      "._@:-",
                      JOB_KEY_SIZE - 1);
        return 2;
    }
    if (flavour_of(words, options->flavour, &application, &trouble) != 0) {
        say(trouble);
        return 2;
    }
    launcher = NULL;
    if (set_preload(&trouble) != 0 ||
        check_flavour(&application, &trouble) != 0 ||
        (launcher = launcher_words(options, &application, words, &trouble)) ==
            NULL) {
        say(trouble);
    } else if ((listen_fd = job_listen(key)) < 0) {
        if (errno == EADDRINUSE)
            terminal_line("a checker for the job %s runs already "
                          "(MURMEL_JOB)",
                          key);
        else
            terminal_line("cannot listen for the application: %s",
                          strerror(errno));
    } else {
        status = run_both(options, listen_fd, key, launcher, words);
    }
    launcher_free(launcher);
    application_free(&application);
    return status;
}

/* Of all ranks that find the same trouble one says it: whether this is it. */
static bool speaks(void)
{
    /* As in libcheck/launch.c. */
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                        "PMIX_RANK", "REFMPI_RANK",
                                        "SLURM_PROCID"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *rank = getenv(names[i]);

        if (rank != NULL && rank[0] != '\0')
            return strcmp(rank, "0") == 0;
    }
    return true;
}

int run_refuse(char *trouble)
{
    static const struct timespec moment = {1, 0};

    if (speaks())
        terminal_line("%s", trouble);
    else
        nanosleep(&moment, NULL);
    free(trouble);
    return 2;
}

int run_prefix(const struct options *options, char **words)
{
    struct application application = {0};
    char *trouble;

    /* To start something that hides its MPI is what a prefix is good for,
     * too; but a static application is known not to be seen. */
    trouble = options_for_one_node(options);
    if (trouble != NULL ||
        application_check(words[0], &application.path, &trouble) != 0 ||
        set_preload(&trouble) != 0) {
        return run_refuse(trouble);
    }
    if (speaks() && application_lacks_mpi(application.path))
        terminal_line("%s: no MPI is among its libraries; unless it loads or "
                      "starts one, nothing is checked",
                      words[0]);
    options_to_environment(options);
    execv(application.path, words);
    return run_refuse(
        xasprintf("%s: cannot be started: %s", words[0], strerror(errno)));
}
