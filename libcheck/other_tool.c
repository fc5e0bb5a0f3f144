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

static bool calls_profiled(const struct link_map *map)
{
    struct dynamic dynamic = dynamic_of(map);
    uint32_t count = symbol_count(&dynamic);

    for (uint32_t i = 1; i < count; i++)
        if (dynamic.symbols[i].st_shndx == SHN_UNDEF &&
            strncmp(dynamic.names + dynamic.symbols[i].st_name, "PMPI_", 5) ==
                0)
            return true;
    return false;
}

bool other_tool_wraps(struct other_tool *known, const void *function)
{
    struct link_map *map = NULL;
    Dl_info object;

    if (dladdr1(function, &object, (void **)&map, RTLD_DL_LINKMAP) == 0 ||
        map == NULL)
        return false;
    if (known->object != object.dli_fbase)
        *known = (struct other_tool){object.dli_fbase, calls_profiled(map)};
    return known->calls_profiled;
}
