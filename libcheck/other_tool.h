/*
 * other_tool.h - another tool that the program brings along (a profiler, say),
 * and that stands between it and the MPI (MPI-4.1 15.2).
 */
#ifndef MURMEL_OTHER_TOOL_H
#define MURMEL_OTHER_TOOL_H

#include <stdbool.h>

/* The object that was asked about last, zeroed at first. */
struct other_tool {
    const void *object;
    bool calls_profiled;
};

/*
 * Whether the function belongs to an object that calls the MPI by its PMPI_
 * names through the dynamic linker, so that these calls come to Murmel.  One
 * that finds them in another way (dlsym) would pass Murmel by.
 */
bool other_tool_wraps(struct other_tool *known, const void *function);

#endif
