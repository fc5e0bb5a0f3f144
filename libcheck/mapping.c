#include "mapping.h"

#include "calls.h"
#include "modules.h"
#include "neutral.h"
#include "process.h"
#include "thread.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Memory that malloc gives back to the system when it is freed is that large,
 * at least: then the map is asked again. */
#define LARGE ((uint64_t)128 << 10)
#define PAGE  4096

#define BUFFERS_MAX 3

bool mapping_wants[CALL_COUNT];

/* The buffers of a function, by words of its view. */
struct buffers {
    unsigned count;
    struct buffer {
        uint8_t parameter;
        bool stores;
        signed char word, count, type; /* -1: has none that is one number */
    } items[BUFFERS_MAX];
};
static struct buffers buffers[CALL_COUNT];

/* Bytes of the predefined datatypes; 0: not known. */
static int64_t sizes[NEUTRAL_DATATYPE_PREDEFINED_END - NEUTRAL_DATATYPE_NULL];

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
    };

    if (type == NULL || type->wire != WIRE_HANDLE ||
        (count != NULL && count->wire != WIRE_NUMBER))
        return buffer;
    buffer.type = type->word;
    buffer.count = count == NULL ? -1 : count->word;
    return buffer;
}

static void find_buffers(unsigned id)
{
    const struct call_info *info = &call_table[id];
    struct buffers *all = &buffers[id];
    unsigned i;

    if ((info->classes & (CLASS_QUERY | CLASS_INITS)) != 0)
        return;
    all->count = 0;
    for (i = 0; i < info->parameter_count && all->count < BUFFERS_MAX; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            info->parameters[i].word >= 0)
            all->items[all->count++] = buffer_of(info, i);
    mapping_wants[id] = all->count > 0;
}

void mapping_begin(const struct record_world *world)
{
    uint32_t i;

    for (i = 0; i < world->type_count; i++) {
        uint64_t at = world->types[i].datatype - NEUTRAL_DATATYPE_NULL;

        if (at < sizeof sizes / sizeof sizes[0])
            sizes[at] = world->types[i].size;
    }
    for (i = 0; i < CALL_COUNT; i++)
        find_buffers(i);
}

/* ------------------------------------------------------------- the kernel */

/* <linux/fs.h> has it from Linux 6.11 on. */
struct map_query {
    uint64_t size, flags, address, low, high, access, page_size, offset, inode;
    uint32_t major, minor, name_size, id_size;
    uint64_t name, id;
};

#define MAP_QUERY   _IOWR('f', 17, struct map_query)
#define MAP_LOADS   1
#define MAP_STORES  2
#define MAP_OR_NEXT 16 /* of flags: or the first behind the address */

struct area {
    uint64_t low, high;
    bool loads, stores;
};

static const char *hexadecimal(const char *text, uint64_t *value)
{
    for (*value = 0;; text++) {
        if (*text >= '0' && *text <= '9')
            *value = *value << 4 | (uint64_t)(*text - '0');
        else if (*text >= 'a' && *text <= 'f')
            *value = *value << 4 | (uint64_t)(*text - 'a' + 10);
        else
            return text;
    }
}

/* A line of /proc/self/maps: "low-high rwxp ...". */
static bool parse(const char *line, uint64_t address, struct area *area)
{
    line = hexadecimal(line, &area->low);
    if (*line != '-')
        return false;
    line = hexadecimal(line + 1, &area->high);
    if (*line != ' ' || area->high <= address)
        return false;
    area->loads = line[1] == 'r';
    area->stores = line[2] == 'w';
    return true;
}

/* The same by reading the whole map, for older kernels. */
static bool read_area(int maps, uint64_t address, struct area *area)
{
    char buffer[4096], line[64];
    size_t length = 0;
    ssize_t count, i;

    if (lseek(maps, 0, SEEK_SET) != 0)
        return false;
    while ((count = read(maps, buffer, sizeof buffer)) > 0)
        for (i = 0; i < count; i++) {
            if (buffer[i] != '\n') {
                if (length < sizeof line - 1)
                    line[length++] = buffer[i];
                continue;
            }
            line[length] = '\0';
            length = 0;
            if (parse(line, address, area))
                return true;
        }
    return false;
}

/* The mapping around the address, or the first behind it; false: there is
 * none. */
static bool next_area(int maps, uint64_t address, struct area *area)
{
    struct map_query query = {
        .size = sizeof query, .flags = MAP_OR_NEXT, .address = address};

    if (syscall(SYS_ioctl, maps, MAP_QUERY, &query) != 0)
        return errno != ENOENT && read_area(maps, address, area);
    *area = (struct area){query.low, query.high, query.access & MAP_LOADS,
                          query.access & MAP_STORES};
    return true;
}

/* ------------------------------------------------------------ what is there */

static struct mapping *slot_of(struct thread *thread, uint64_t low)
{
    uint64_t page = low >> 16;

    return &thread->mappings[(page ^ (page >> 8)) & (MAPPING_SLOTS - 1)];
}

/* The pages may have gone since. */
static bool is_there(uint64_t address)
{
    unsigned char resident;

    return mincore((void *)(uintptr_t)(address & ~(uint64_t)(PAGE - 1)), 1,
                   &resident) == 0 ||
           errno != ENOMEM;
}

/* Looks the addresses up in the map.  True: all are memory, or it cannot be
 * known. */
static bool look_up(struct mapping *mapping, uint64_t low, uint64_t high,
                    bool stores, struct record_no_memory *missing)
{
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    struct mapping found = {0, 0, true};
    uint64_t at = low;
    struct area area;
    bool fine = true;

    while (maps >= 0 && fine && at < high) {
        if (!next_area(maps, at, &area))
            area = (struct area){UINT64_MAX, UINT64_MAX, false, false};
        fine = area.low <= at && (area.stores || (area.loads && !stores));
        missing->low = at;
        missing->high = area.low > at ? area.low : area.high;
        missing->kind = area.low > at                 ? NO_MEMORY_MAPPED
                        : !area.loads && !area.stores ? NO_MEMORY_LOADED
                                                      : NO_MEMORY_STORED;
        found.low = at == low ? area.low : found.low;
        found.stores = found.stores && area.stores;
        found.high = at = area.high;
    }
    if (maps >= 0)
        close(maps);
    if (maps >= 0 && fine)
        *mapping = found;
    return fine;
}

/* is_memory, where a glance does not do. */
static __attribute__((noinline)) bool ask(struct mapping *mapping, bool known,
                                          uint64_t low, uint64_t high,
                                          bool stores,
                                          struct record_no_memory *missing)
{
    int saved = errno;
    bool fine = (known && is_there(low)) ||
                look_up(mapping, low, high, stores, missing);

    errno = saved;
    return fine;
}

static bool is_memory(struct thread *thread, uint64_t low, uint64_t high,
                      bool stores, struct record_no_memory *missing)
{
    struct mapping *mapping = slot_of(thread, low);
    bool known = mapping->low <= low && high <= mapping->high &&
                 (mapping->stores || !stores);

    return (known && high - low < LARGE) ||
           ask(mapping, known, low, high, stores, missing);
}

/* Memory of devices is in no map. */
static bool has_devices(void)
{
    static const char *const names[] = {"libcuda", "libamdhip64", "libze_",
                                        "libhsa-runtime"};
    const struct module_list *list;
    size_t i, j;

    modules_refresh(true);
    list = modules_current();
    for (i = 0; list != NULL && i < list->count; i++) {
        const char *slash = strrchr(list->modules[i]->path, '/');
        const char *name = slash == NULL ? list->modules[i]->path : slash + 1;

        for (j = 0; j < sizeof names / sizeof names[0]; j++)
            if (strncmp(name, names[j], strlen(names[j])) == 0)
                return true;
    }
    return false;
}

/* ----------------------------------------------------------------- a call */

/* Bytes of a buffer, if its data are described by one count and one type, else
 * the first; false: not known, or there are none. */
static bool span_of(const struct record *enter, const struct buffer *buffer,
                    uint64_t *low, uint64_t *high)
{
    int64_t items, bytes;
    uint64_t handle;

    *low = enter->words[(int)buffer->word];
    *high = *low + 1;
    if (*low < PAGE) /* null, or MPI_IN_PLACE */
        return false;
    if (buffer->type < 0)
        return true;
    items = buffer->count < 0 ? 1 : (int64_t)enter->words[(int)buffer->count];
    handle = enter->words[(int)buffer->type];
    if (items <= 0 || items >= NEUTRAL_SPECIAL)
        return false;
    if (handle >= NEUTRAL_DATATYPE_PREDEFINED_END)
        return watch_span(handle, items, low, high);
    if (handle - NEUTRAL_DATATYPE_NULL >= sizeof sizes / sizeof sizes[0])
        return false;
    bytes = sizes[handle - NEUTRAL_DATATYPE_NULL];
    return bytes > 0 && !__builtin_mul_overflow(bytes, items, &bytes) &&
           !__builtin_add_overflow(*low, (uint64_t)bytes, high);
}

static void tell(struct murmel_call *call,
                 const struct record_no_memory *missing)
{
    struct record *record =
        thread_reserve(call->thread, RECORD_NO_MEMORY, sizeof *missing);

    if (record == NULL)
        return;
    memcpy(record->words, missing, sizeof *missing);
    thread_publish(call->thread, record);
}

void mapping_look(struct murmel_call *call, const struct record *enter)
{
    const struct buffers *all = &buffers[enter->call];
    struct record_no_memory missing[BUFFERS_MAX];
    unsigned i, count = 0;
    uint64_t low, high;

    for (i = 0; i < all->count; i++) {
        const struct buffer *buffer = &all->items[i];

        if (span_of(enter, buffer, &low, &high) &&
            !is_memory(call->thread, low, high, buffer->stores,
                       &missing[count]))
            missing[count++].parameter = buffer->parameter;
    }
    if (__builtin_expect(count == 0, 1) || process_handles_faults() ||
        has_devices())
        return;
    for (i = 0; i < count; i++)
        tell(call, &missing[i]);
}
