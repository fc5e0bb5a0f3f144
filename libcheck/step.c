#include "step.h"

#include "observe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

bool step_on;

static bool is_set(const char *variable, const char *value)
{
    const char *text = getenv(variable);

    return text != NULL && strcmp(text, value) == 0;
}

void step_init(void)
{
    step_on = is_set("MURMEL_ON_FINDING", "stop");
    if (step_on || is_set("MURMEL_ON_DEADLOCK", "attach"))
        (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
}

void step_wait(struct ring *ring)
{
    int saved = errno;

    if (ring_wait_judged(ring, &observe_on) != 0)
        step_on = false;
    errno = saved;
}
