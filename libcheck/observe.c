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

/* False: it had stopped before. */
static bool stop(void)
{
    if (!atomic_exchange(&observe_on, false))
        return false;
    dispatch_straight();
    connect_hang_up();
    return true;
}

void observe_stop(const char *why)
{
    int saved = errno;

    if (!stop() || why == NULL) {
        errno = saved;
        return;
    }
    if (launch_rank() >= 0)
        message_say("%s; rank %d goes on unobserved", why, launch_rank());
    else
        message_say("%s; the application goes on unobserved", why);
    errno = saved;
}

void observe_stop_all(const char *why)
{
    int saved = errno;

    if (stop())
        message_say_once("%s; the application goes on unobserved", why);
    errno = saved;
}
