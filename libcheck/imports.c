#include "imports.h"

#include "modules.h"

#include <stddef.h>
#include <stdint.h>

/* Of an object's dynamic section; all NULL where there is none. */
struct dynamic {
    const ElfW(Sym) * symbols;
    const char *names;
    const uint32_t *hash, *gnu_hash;
};

static const void *address_of(const struct link_map *object,
                              const ElfW(Dyn) * entry)
{
    ElfW(Addr) address = entry->d_un.d_ptr;

    /* Some dynamic linkers leave them as they stand in the file. */
    if (address < object->l_addr)
        address += object->l_addr;
    return (const void *)address;
}

static struct dynamic dynamic_of(const struct link_map *object)
{
    struct dynamic dynamic = {.names = NULL};

    for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL;
         entry++)
        switch (entry->d_tag) {
        case DT_SYMTAB:
            dynamic.symbols = address_of(object, entry);
            break;
        case DT_STRTAB:
            dynamic.names = address_of(object, entry);
            break;
        case DT_HASH:
            dynamic.hash = address_of(object, entry);
            break;
        case DT_GNU_HASH:
            dynamic.gnu_hash = address_of(object, entry);
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

bool imports_any(const struct link_map *object, imports_match *match,
                 const void *context)
{
    struct dynamic dynamic = dynamic_of(object);
    uint32_t count = symbol_count(&dynamic), i;

    for (i = 1; i < count; i++)
        if (dynamic.symbols[i].st_shndx == SHN_UNDEF &&
            match(dynamic.names + dynamic.symbols[i].st_name, context))
            return true;
    return false;
}

bool imports_by_application(imports_match *match, const void *context)
{
    const struct module_list *list = modules_current();
    const struct link_map *object;
    const struct module *module;

    for (object = _r_debug.r_map; object != NULL; object = object->l_next) {
        module = modules_find(list, (uintptr_t)object->l_ld);
        if (modules_is_program(module) && imports_any(object, match, context))
            return true;
    }
    return false;
}

#if defined(__x86_64__)
const char *imports_asked(const uint64_t *stack)
{
    const struct link_map *object;
    const ElfW(Rela) *places = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Dyn) * entry;

    for (object = _r_debug.r_map; object != NULL; object = object->l_next)
        if ((uintptr_t)object == stack[0])
            break;
    for (entry = object == NULL ? NULL : object->l_ld;
         entry != NULL && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_JMPREL)
            places = (const void *)entry->d_un.d_ptr;
        else if (entry->d_tag == DT_SYMTAB)
            symbols = (const void *)entry->d_un.d_ptr;
        else if (entry->d_tag == DT_STRTAB)
            names = (const void *)entry->d_un.d_ptr;
    }
    return places == NULL || symbols == NULL || names == NULL
               ? NULL
               : names + symbols[ELF64_R_SYM(places[stack[1]].r_info)].st_name;
}
#endif
