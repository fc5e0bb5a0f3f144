#include "buffers.h"

#include <string.h>

struct buffers buffers[CALL_COUNT];

/* Whether a count of that function may be the count for each process, or for
 * each neighbour. */
static bool is_for_each(const char *name)
{
    return strstr(name, "lltoall") != NULL || strstr(name, "ather") != NULL ||
           strstr(name, "catter") != NULL;
}

static signed char numbers_word(const struct call_info *info, int index)
{
    return index < info->parameter_count &&
                   info->parameters[index].wire == WIRE_NUMBERS
               ? info->parameters[index].word
               : -1;
}

static signed char partitions_word(const struct call_info *info)
{
    int i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_PARTITIONS)
            return info->parameters[i].word;
    return -1;
}

static struct buffer buffer_of(const struct call_info *info, unsigned index)
{
    const struct call_parameter *parameter = &info->parameters[index];
    const struct call_parameter *count =
        parameter->count < 0 ? NULL : &info->parameters[parameter->count];
    const struct call_parameter *type =
        parameter->type < 0 ? NULL : &info->parameters[parameter->type];
    struct buffer buffer = {
        .parameter = (uint8_t)index,
        .stores = (parameter->direction & DIRECTION_OUT) != 0,
        .word = parameter->word,
        .count = -1,
        .type = -1,
        .displs = -1,
        .partitions = partitions_word(info),
    };

    if (type == NULL && count != NULL && count->wire == WIRE_NUMBER) {
        buffer.bytes = true; /* of packed data */
        buffer.count = count->word;
    }
    if (type == NULL)
        return buffer;
    if (count != NULL && count->wire == WIRE_NUMBERS) {
        buffer.displs = numbers_word(info, parameter->count + 1);
        buffer.pieces = buffer.displs >= 0;
        buffer.types = type->wire == WIRE_HANDLES;
        buffer.elsewhere = buffer.pieces && count[1].kind == KIND_AINT;
        /* MPI_Reduce_scatter takes each process's part, one behind the other
         * (6.10.2). */
        buffer.sum = !buffer.pieces && !buffer.stores && !buffer.types;
        buffer.count = buffer.pieces || buffer.sum ? count->word : -1;
        buffer.type = buffer.pieces || buffer.sum ? type->word : -1;
    } else if (type->wire == WIRE_HANDLE) {
        buffer.type = type->word;
        buffer.count = count == NULL ? -1 : count->word;
        buffer.for_each =
            (info->classes & CLASS_COLLECTIVE) != 0 && is_for_each(info->name);
    }
    return buffer;
}

/* Of a window, or of a buffer that is attached: the number behind it says how
 * many bytes.  None: its word is -1. */
static struct buffer memory_of(const struct call_info *info, unsigned index)
{
    const struct call_parameter *address = &info->parameters[index];
    struct buffer memory = {.parameter = (uint8_t)index,
                            .bytes = true,
                            .word = -1,
                            .type = -1,
                            .displs = -1,
                            .partitions = -1};

    if (address->kind == KIND_ADDRESS && address->direction == DIRECTION_IN &&
        index + 1 < info->parameter_count && address[1].wire == WIRE_NUMBER &&
        address[1].word >= 0) {
        memory.word = address->word;
        memory.count = address[1].word;
    }
    return memory;
}

static void find_buffers(unsigned id)
{
    const struct call_info *info = &call_table[id];
    struct buffers *all = &buffers[id];
    struct buffer memory;
    unsigned i;

    if ((info->classes & CLASS_QUERY) != 0)
        return;
    all->count = 0;
    all->persistent = (info->classes & CLASS_INITS) != 0;
    for (i = 0; i < info->parameter_count && all->count < BUFFERS_MAX; i++) {
        memory = memory_of(info, i);
        if (memory.word >= 0)
            all->items[all->count++] = memory;
        else if (info->parameters[i].kind == KIND_BUFFER &&
                 info->parameters[i].word >= 0)
            all->items[all->count++] = buffer_of(info, i);
    }
}

void buffers_begin(void)
{
    unsigned i;

    for (i = 0; i < CALL_COUNT; i++)
        find_buffers(i);
}
