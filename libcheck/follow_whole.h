/*
 * follow_whole.h - whether all is seen that a process does outside of MPI, from
 * the making of its first shared window on.
 *
 * In shared windows processes can be put in order by what they load, and by
 * whatever else is no MPI call.  So what is followed of one (follow.h) says
 * that two accesses are in no order only as long as it was followed all the way
 * from each call to the next, and nothing was met that may be such a means: a
 * poll, an atomic instruction, one that is not known, a system call.
 */
#ifndef MURMEL_FOLLOW_WHOLE_H
#define MURMEL_FOLLOW_WHOLE_H

#include <stdbool.h>

/* There is a shared window, and all was seen since it was made. */
extern bool follow_whole __attribute__((visibility("hidden")));

/* A shared window was made, and each call from now on is followed: told to the
 * checker (ACCESSED_WHOLE), before the next call begins.  Of later windows
 * nothing is to be told. */
void follow_whole_begin(void);

/* It was not to the end, or something was met; pc: about where.  Told likewise,
 * as ACCESSED_ELSEWHERE, behind what was loaded and stored until now. */
void follow_whole_lost(const void *pc);

/* The MPI is given a function of the program, which it calls within calls. */
void follow_whole_never(const void *pc);

#endif
