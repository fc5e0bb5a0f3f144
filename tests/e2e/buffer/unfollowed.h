/*
 * unfollowed.h - so that the program is not followed after its calls: what it
 * stores is then seen by looks at its buffers alone.
 */
#include <signal.h>
#include <stddef.h>

static void unfollowed(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTRAP);
    sigprocmask(SIG_BLOCK, &set, NULL);
}
