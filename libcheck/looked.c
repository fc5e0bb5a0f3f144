#include "looked.h"

#include "object.h"
#include "thread.h"

#define SLOT_BITS 6
_Static_assert(1 << SLOT_BITS == LOOKED_SLOTS, "a slot by its bits");

static unsigned slot_of(const struct looked *now)
{
    return (unsigned)((now->address + (now->place << 32)) *
                          UINT64_C(0x9e3779b97f4a7c15) >>
                      (64 - SLOT_BITS));
}

/* Variables stay where they are. */
static bool is_variable(uint64_t address)
{
    return address >= object_data.low && address < object_data.high;
}

const struct looked *looked_before(const struct thread *thread,
                                   const struct looked *now)
{
    const struct looked *kept = &thread->looked[slot_of(now)];

    return kept->address == now->address && kept->items == now->items &&
                   kept->datatype == now->datatype &&
                   kept->place == now->place &&
                   (is_variable(now->address) ||
                    block_is_as_seen(now->address, &kept->block))
               ? kept
               : NULL;
}

void looked_keep(struct thread *thread, const struct looked *now)
{
    struct looked *kept = &thread->looked[slot_of(now)];
    struct block_seen block = {0, 0};

    if (!is_variable(now->address) && !block_see(now->address, &block))
        return;
    *kept = *now;
    kept->block = block;
}
