/*
 * observe.h - is this process observed?  The one switch all parts look at.
 */
#ifndef MURMEL_OBSERVE_H
#define MURMEL_OBSERVE_H

#include <stdatomic.h>
#include <stdbool.h>

/* Calls are recorded.  Goes from false to true and back once each. */
extern _Atomic bool observe_on;

/* A checker listens from now on. */
void observe_start(void);

/*
 * The application goes on without the checker, for good.  Says why, the
 * first time; NULL: says nothing.
 */
void observe_stop(const char *why);
/* The same for what all processes of the job meet: one of them says it. */
void observe_stop_all(const char *why);

#endif
