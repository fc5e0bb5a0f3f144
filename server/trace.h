/*
 * trace.h - `murmel trace`: the calls of a recorded run.
 */
#ifndef MURMEL_TRACE_H
#define MURMEL_TRACE_H

/* `murmel trace`; argv[0] is that word.  Returns the exit status: 0; 2 where the recording
 * cannot be read, or not to its end. */
int trace_command(int argc, char **argv);

#endif
