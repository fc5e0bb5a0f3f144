#include "follow_whole.h"

#include "follow.h"
#include "imports.h"
#include "native.h"

#include <stddef.h>
#include <string.h>

bool follow_whole;
static bool never;

/* By which the program may have other memory that processes share, or functions
 * that are called where it is not followed.  What takes a system call to be
 * used (native_elsewhere.c has more of them) is seen then. */
static bool is_means(const char *name, const void *context)
{
    static const char *const means[] = {"mmap", "mmap64", "shmat",
                                        "fopencookie"};
    size_t i;

    (void)context;
    for (i = 0; i < sizeof means / sizeof means[0]; i++)
        if (strcmp(name, means[i]) == 0)
            return true;
    return false;
}

void follow_whole_begin(void)
{
    static bool begun;

    if (begun || never || !follow_wanted || murmel_is_native())
        return;
    begun = true;
    follow_whole = !imports_by_application(is_means, NULL);
    if (follow_whole)
        native_note(0, 0, NULL, ACCESSED_WHOLE);
}

void follow_whole_lost(const void *pc)
{
    follow_whole = false;
    native_note(0, 0, pc, ACCESSED_ELSEWHERE);
}

void follow_whole_never(const void *pc)
{
    never = true;
    if (follow_whole)
        follow_whole_lost(pc);
}
