#include "process.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next of several zero-terminated strings. */
static char *next_string(const char **at, const char *end)
{
    size_t length = strnlen(*at, (size_t)(end - *at));
    char *text = xstrndup(*at, length);

    *at += length + (*at + length < end);
    return text;
}

struct process *process_new(const struct wire_hello *hello, uint32_t index)
{
    struct process *process = xcalloc(1, sizeof *process);
    const char *at = hello->strings;
    const char *end = (const char *)hello + hello->packet.size;

    process->index = index;
    process->rank = hello->rank >= 0 ? hello->rank : -1;
    process->size = hello->size > 0 ? hello->size : -1;
    process->pid = hello->pid;
    process->wait_status = -1;
    process->flavour = xstrndup(hello->flavour,
                                strnlen(hello->flavour, sizeof hello->flavour));
    memcpy(process->launch, hello->launch, sizeof process->launch - 1);
    process->library = next_string(&at, end);
    /* MPICH puts a tab into its version. */
    for (char *c = process->library; *c != '\0'; c++)
        if (*c == '\t')
            *c = ' ';
    process->executable = next_string(&at, end);
    process->directory = next_string(&at, end);
    process->command = next_string(&at, end);
    return process;
}

struct process_name process_who(const struct process *process)
{
    struct process_name name;

    if (process->rank >= 0)
        snprintf(name.text, sizeof name.text, "Rank %d", process->rank);
    else
        snprintf(name.text, sizeof name.text, "Process %d", process->pid);
    return name;
}

void process_free(struct process *process)
{
    size_t i;

    call_drop(process->crash_call);
    call_drop(process->quit);
    for (i = 0; i < PROCESS_LAST_CALLS; i++) {
        call_drop(process->last_calls[i]);
        if (process->last_texts != NULL)
            free(process->last_texts[i]);
    }
    free(process->last_texts);
    free(process->flavour);
    free(process->library);
    free(process->executable);
    free(process->directory);
    free(process->command);
    free(process->damage);
    free(process->tasks);
    free(process);
}

int process_compare(const void *left, const void *right)
{
    const struct process *a = *(const struct process *const *)left;
    const struct process *b = *(const struct process *const *)right;

    if (a->rank != b->rank)
        return (unsigned)a->rank < (unsigned)b->rank ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}
