#include "debugger.h"

#include "memory.h"
#include "place.h"
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processes that are told, or looked at, one by one. */
#define MOST_SHOWN 32

/* The command with the process's numbers for {pid} and {rank}; malloc'd. */
static char *fill_in(const char *command, const struct process *process)
{
    struct text text = {0};

    while (*command != '\0') {
        size_t plain = strcspn(command, "{");

        text_append(&text, command, plain);
        command += plain;
        if (strncmp(command, "{pid}", 5) == 0) {
            text_printf(&text, "%d", process->pid);
            command += 5;
        } else if (strncmp(command, "{rank}", 6) == 0) {
            text_printf(&text, "%d", process_rank(process));
            command += 6;
        } else if (*command != '\0') {
            text_append(&text, command++, 1);
        }
    }
    return text.bytes;
}

/* Of its own session, and with the signals as a shell has them; nobody waits
 * for it. */
static void start(const char *command)
{
    pid_t child = fork();

    if (child < 0)
        return;
    if (child == 0) {
        sigset_t none;

        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        for (int number = 1; number < NSIG; number++)
            (void)signal(number, SIG_DFL);
        if (setsid() >= 0 && fork() == 0)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(0);
    }
    (void)waitpid(child, NULL, 0);
}

char *debugger_line(int pid, int rank)
{
    char *script = place_data("murmel-gdb.py");
    char *line =
        xasprintf("gdb%s%s -p %d   # rank %d", script != NULL ? " -x " : "",
                  script != NULL ? script : "", pid, rank);

    free(script);
    return line;
}

void debugger_show(const struct options *options,
                   const struct process *const *processes, size_t count)
{
    char host[256] = "this host", *script = place_data("murmel-gdb.py");

    (void)gethostname(host, sizeof host - 1);
    terminal_line("to look at %s%s, on %s:", count == 1 ? "it" : "them",
                  script != NULL ? ", where the command murmel tells what is "
                                   "pending"
                                 : "",
                  host);
    for (size_t i = 0; i < count && i < MOST_SHOWN; i++) {
        char *line =
            debugger_line(processes[i]->pid, process_rank(processes[i]));

        terminal_line("  %s", line);
        free(line);
        if (options->attach != NULL) {
            char *command = fill_in(options->attach, processes[i]);

            start(command);
            free(command);
        }
    }
    if (count > MOST_SHOWN)
        terminal_line("  and %zu more; report.json has their pids",
                      count - MOST_SHOWN);
    free(script);
}
