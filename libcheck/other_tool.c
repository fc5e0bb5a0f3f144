#include "other_tool.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of an object's dynamic section; all NULL where there is none. */
struct dynamic {
    const ElfW(Sym) * symbols;
    const char *names;
    const uint32_t *hash, *gnu_hash;
};

static const void *address_of(const struct link_map *map,
                              const ElfW(Dyn) * entry)
{
    ElfW(Addr) address = entry->d_un.d_ptr;

    /* Some dynamic linkers leave them as they stand in the file. */
    if (address < map->l_addr)
        address += map->l_addr;
    return (const void *)address;
}

static struct dynamic dynamic_of(const struct link_map *map)
{
    struct dynamic dynamic = {.names = NULL};

    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        switch (entry->d_tag) {
        case DT_SYMTAB:
            dynamic.symbols = address_of(map, entry);
            break;
        case DT_STRTAB:
            dynamic.names = address_of(map, entry);
            break;
        case DT_HASH:
            dynamic.hash = address_of(map, entry);
            break;
        case DT_GNU_HASH:
            dynamic.gnu_hash = address_of(map, entry);
            break;
        }
    return dynamic;
}

/* The GNU table has those that are defined; others stand before them. */
static uint32_t symbol_count(const struct dynamic *dynamic)
{
    if (dynamic->symbols == NULL || dynamic->names == NULL)
        return 0;
    if (dynamic->gnu_hash != NULL)
        return dynamic->gnu_hash[1];
    return dynamic->hash != NULL ? dynamic->hash[1] : 0;
}

bool other_tool_wraps(const void *function, const char *profiled)
{
    struct link_map *map = NULL;
    struct dynamic dynamic;
    uint32_t count, i;
    Dl_info object;

    if (dladdr1(function, &object, (void **)&map, RTLD_DL_LINKMAP) == 0 ||
        map == NULL)
        return false;
    dynamic = dynamic_of(map);
    count = symbol_count(&dynamic);
    for (i = 1; i < count; i++)
        if (dynamic.symbols[i].st_shndx == SHN_UNDEF &&
            strcmp(dynamic.names + dynamic.symbols[i].st_name, profiled) == 0)
            return true;
    return false;
}
