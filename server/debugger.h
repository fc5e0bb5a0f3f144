/*
 * debugger.h - processes of the application, for somebody who wants to look
 * at them with a debugger.
 */
#ifndef MURMEL_DEBUGGER_H
#define MURMEL_DEBUGGER_H

#include "option.h"
#include "process.h"

#include <stddef.h>

/* The line that starts gdb for it; malloc'd. */
char *debugger_line(int pid, int rank);
/* Says which processes to look at, and starts the command of --attach for each,
 * where there is one. */
void debugger_show(const struct options *options,
                   const struct process *const *processes, size_t count);

#endif
