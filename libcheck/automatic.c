#include "automatic.h"

#include "thread.h"

#include <string.h>

static bool is_wanted(struct thread *thread, uint32_t site, uint32_t parameter)
{
    uint64_t place = (uint64_t)site << 8 | parameter;
    struct automatic *slot =
        &thread->automatic[(place ^ place >> 8) & (AUTOMATIC_SLOTS - 1)];

    if (slot->place != place)
        *slot = (struct automatic){place, 0};
    slot->times++;
    return (slot->times & (slot->times - 1)) == 0;
}

void automatic_tell(struct thread *thread, uint32_t site,
                    struct record_automatic told)
{
    struct record *record;

    if (site == 0 || !site_cache_has(&thread->site_cache, told.low) ||
        !is_wanted(thread, site, told.parameter) ||
        !site_cache_frame_of(&thread->site_cache, told.low, &told.frame))
        return;
    record = thread_reserve(thread, RECORD_AUTOMATIC, sizeof told);
    if (record == NULL)
        return;
    memcpy(record->words, &told, sizeof told);
    thread_publish(thread, record);
}
