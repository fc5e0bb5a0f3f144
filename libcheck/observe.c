#include "observe.h"

#include "connect.h"
#include "dispatch.h"
#include "launch.h"
#include "message.h"

#include <errno.h>

_Atomic bool observe_on;

void observe_start(void)
{
    atomic_store(&observe_on, true);
}

void observe_stop(const char *why)
{
    int saved = errno;

    if (!atomic_exchange(&observe_on, false))
        return;
    dispatch_straight();
    connect_hang_up();
    if (why != NULL && launch_rank() >= 0)
        message_say("%s; rank %d goes on unobserved", why, launch_rank());
    else if (why != NULL)
        message_say("%s; the application goes on unobserved", why);
    errno = saved;
}
