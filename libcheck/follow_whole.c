#include "follow_whole.h"

#include "follow.h"
#include "native.h"

bool follow_whole;

void follow_whole_begin(void)
{
    static bool begun;

    if (begun || !follow_wanted || murmel_is_native())
        return;
    begun = follow_whole = true;
    native_note(0, 0, NULL, ACCESSED_WHOLE);
}

void follow_whole_lost(const void *pc)
{
    follow_whole = false;
    native_note(0, 0, pc, ACCESSED_ELSEWHERE);
}
