#include "step.h"

#include "connect.h"
#include "observe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

bool step_on;
static bool each;
/* Of the thread that leaves MPI. */
static const struct ring *_Atomic leaves;

static bool is_set(const char *variable, const char *value)
{
    const char *text = getenv(variable);

    return text != NULL && strcmp(text, value) == 0;
}

void step_init(void)
{
    each = step_on = is_set("MURMEL_ON_FINDING", "stop");
    if (each || is_set("MURMEL_ON_DEADLOCK", "attach"))
        (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
}

void step_leave(const struct ring *ring)
{
    if (!connect_is_relayed())
        return;
    leaves = ring;
    step_on = true;
}

void step_wait(struct ring *ring)
{
    int saved = errno;

    /* Without an answer no other is waited for. */
    if (each && ring_wait_judged(ring, &observe_on) != 0)
        each = false;
    if (leaves == ring) {
        leaves = NULL;
        connect_leave();
    }
    step_on = each || leaves != NULL;
    errno = saved;
}
