#include "stack_full.h"

#include "record.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where the stack of the first thread ends, but for what the kernel has put
 * there (the C library's, for its own use). */
extern void *__libc_stack_end __attribute__((weak));

/* What is accessed below the stack pointer: the return address of a call, and
 * the red zone. */
#define BELOW 256

uint64_t stack_full(uint64_t address, uint64_t pointer)
{
    uint64_t top =
        &__libc_stack_end == NULL ? 0 : (uint64_t)(uintptr_t)__libc_stack_end;
    struct rlimit limit;

    if (address == CRASH_NO_ADDRESS || address + BELOW < pointer ||
        address >= top || syscall(SYS_gettid) != getpid() ||
        getrlimit(RLIMIT_STACK, &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY)
        return 0;
    /* The kernel lets it grow up to the limit: what cannot be accessed lies
     * beyond. */
    return top - address < limit.rlim_cur / 2 ? 0 : limit.rlim_cur;
}
