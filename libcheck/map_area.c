#include "map_area.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* <linux/fs.h> has it from Linux 6.11 on. */
struct map_query {
    uint64_t size, flags, address, low, high, access, page_size, offset, inode;
    uint32_t major, minor, name_size, id_size;
    uint64_t name, id;
};

#define MAP_QUERY   _IOWR('f', 17, struct map_query)
#define MAP_LOADS   1
#define MAP_STORES  2
#define MAP_SHARES  8
#define MAP_OR_NEXT 16 /* of flags: or the first behind the address */

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
static bool parse(const char *line, uint64_t address, struct map_area *area)
{
    line = hexadecimal(line, &area->low);
    if (*line != '-')
        return false;
    line = hexadecimal(line + 1, &area->high);
    if (*line != ' ' || area->high <= address)
        return false;
    area->loads = line[1] == 'r';
    area->stores = line[2] == 'w';
    area->shared = line[4] == 's';
    return true;
}

/* The same by reading the whole map, for older kernels. */
static bool read_area(int maps, uint64_t address, struct map_area *area)
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

bool map_area_next(int maps, uint64_t address, struct map_area *area)
{
    struct map_query query = {
        .size = sizeof query, .flags = MAP_OR_NEXT, .address = address};

    if (syscall(SYS_ioctl, maps, MAP_QUERY, &query) != 0)
        return errno != ENOENT && read_area(maps, address, area);
    *area =
        (struct map_area){query.low, query.high, query.access & MAP_LOADS,
                          query.access & MAP_STORES, query.access & MAP_SHARES};
    return true;
}

int map_area_open(void)
{
    return open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
}

bool map_area_is_constant(uint64_t address)
{
    static uint64_t low, high; /* the last that was */
    struct map_area area;
    int maps, saved = errno;

    if (address < low || address >= high) {
        maps = map_area_open();
        if (maps >= 0 && map_area_next(maps, address, &area) &&
            area.low <= address && area.loads && !area.stores)
            low = area.low, high = area.high;
        if (maps >= 0)
            close(maps);
        errno = saved;
    }
    return address >= low && address < high;
}

bool map_area_is_own(uint64_t low, uint64_t high)
{
    int maps = map_area_open();
    struct map_area area = {.high = low};
    bool own = maps >= 0;

    while (own && area.high < high)
        own = map_area_next(maps, area.high, &area) && !area.shared;
    if (maps >= 0)
        close(maps);
    return own;
}
