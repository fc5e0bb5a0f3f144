#include "outlive.h"

#include "pause.h"

/* Nobody is waited for for longer than (to die takes long where processes get
 * no processor): */
#define ALL (10000 * MILLISECOND)
/* and for each, since what it did may wait to be judged (1 MB of it, from
 * another node), */
#define EACH (10 * MILLISECOND)
/* or, if they have finalized MPI, than: */
#define LINGER (2000 * MILLISECOND)

int64_t outlive_patience(size_t connected, size_t busy)
{
    if (connected > 0 && busy == 0)
        return LINGER;
    return ALL + (int64_t)connected * EACH;
}
