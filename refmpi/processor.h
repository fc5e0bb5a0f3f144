/*
 * processor.h - on which processors the ranks run. With one for each rank they
 * spin while they wait; two that spin on the same one would only keep each
 * other from going on, and the kernel, with other things to run, leaves them
 * so.
 */
#ifndef REFMPI_PROCESSOR_H
#define REFMPI_PROCESSOR_H

#include <stdbool.h>

/* True if every rank can have a processor of its own. */
bool refmpi_has_processor_each(void);

/*
 * For a rank that waits: tells the others where it runs, and goes to another
 * processor if one of them runs there, too. It is bound to none: the thread's
 * affinity is after that what it was before.
 */
void refmpi_processor_spread(void);

#endif
