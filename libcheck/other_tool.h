/*
 * other_tool.h - another tool that the program brings along (a profiler, say),
 * and that stands between it and the MPI (MPI-4.1 15.2).
 */
#ifndef MURMEL_OTHER_TOOL_H
#define MURMEL_OTHER_TOOL_H

#include <stdbool.h>

/*
 * Whether the function belongs to an object that calls the other one, PMPI_X,
 * through the dynamic linker, so that these calls come to Murmel.  One that
 * finds it in another way (dlsym) would pass Murmel by.
 */
bool other_tool_wraps(const void *function, const char *profiled);

#endif
