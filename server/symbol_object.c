#include "symbol_object.h"

#include "memory.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct object {
    char *path;
    Dwfl *dwfl;          /* NULL: cannot be read */
    Dwfl_Module *module; /* as the only one in dwfl */
    GElf_Addr start;     /* where dwfl has put it: file address 0 */
    UT_hash_handle hh;
};

static struct object *objects;

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address};

static void open_object(struct object *object)
{
    Dwarf_Addr bias;

    /* Nothing is fetched from a network while a job waits for its report. */
    unsetenv("DEBUGINFOD_URLS");
    object->dwfl = dwfl_begin(&callbacks);
    if (object->dwfl == NULL)
        return;
    object->module =
        dwfl_report_offline(object->dwfl, object->path, object->path, -1);
    if (object->module == NULL ||
        dwfl_report_end(object->dwfl, NULL, NULL) != 0 ||
        dwfl_module_getelf(object->module, &bias) == NULL) {
        dwfl_end(object->dwfl);
        object->dwfl = NULL;
        return;
    }
    object->start = bias;
}

static struct object *object_of(const char *path)
{
    struct object *object;

    HASH_FIND_STR(objects, path, object);
    if (object != NULL)
        return object;
    object = xcalloc(1, sizeof *object);
    object->path = xstrdup(path);
    if (path[0] == '/')
        open_object(object);
    HASH_ADD_KEYPTR(hh, objects, object->path, strlen(object->path), object);
    return object;
}

Dwfl_Module *symbol_module(const char *path, GElf_Addr *start)
{
    const struct object *object = object_of(path);

    *start = object->start;
    return object->dwfl != NULL ? object->module : NULL;
}

/* Scopes from the unit inwards. */
struct path {
    Dwarf_Die *scopes;
    size_t count, room;
};

static void path_push(struct path *path, const Dwarf_Die *die)
{
    if (path->count == path->room) {
        path->room = path->room == 0 ? 16 : 2 * path->room;
        path->scopes =
            xrealloc(path->scopes, path->room, sizeof path->scopes[0]);
    }
    path->scopes[path->count++] = *die;
}

/* What may have the code of an address in it, though it has other code, or
 * none of its own. */
enum reach { REACH_CODE, REACH_SPACES, REACH_ALL };

static bool is_reached(int tag, enum reach reach)
{
    switch (tag) {
    case DW_TAG_module:
    case DW_TAG_namespace:
        return reach >= REACH_SPACES;
    case DW_TAG_subprogram:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
        return reach == REACH_ALL;
    default:
        return false;
    }
}

static bool has_code(Dwarf_Die *die, int tag, Dwarf_Addr address)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_entry_point:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_module:
    case DW_TAG_namespace:
    case DW_TAG_with_stmt:
        return dwarf_haspc(die, address) > 0;
    default:
        return false;
    }
}

/* Adds the scopes around an address within `parent`; false: there are none. */
static bool find_within(Dwarf_Die *parent, Dwarf_Addr address, enum reach reach,
                        struct path *path)
{
    size_t count = path->count;
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return false;
    do {
        int tag = dwarf_tag(&die);
        bool inside = has_code(&die, tag, address);

        if (!inside && !is_reached(tag, reach))
            continue;
        path_push(path, &die);
        if (find_within(&die, address, reach, path) || inside)
            return true;
        path->count = count;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

#define FUNCTIONS_KEPT 64
#define PREFIX_MOST    4

/* Functions in which addresses were found, with what is around them, from the
 * unit inwards: the next one is mostly of one of them. */
static struct {
    Dwarf_Die prefix[PREFIX_MOST]; /* the last is the function */
    size_t count;                  /* 0: none is kept here */
    enum reach reach;
} kept[FUNCTIONS_KEPT];
static size_t kept_next;

static void forget_functions(void)
{
    memset(kept, 0, sizeof kept);
    kept_next = 0;
}

static void keep_function(const struct path *path, Dwarf_Addr address,
                          enum reach reach)
{
    size_t count = 1, i;

    while (count < path->count &&
           dwarf_tag(&path->scopes[count - 1]) != DW_TAG_subprogram)
        count++;
    if (count > PREFIX_MOST ||
        dwarf_haspc(&path->scopes[count - 1], address) <= 0)
        return;
    for (i = 0; i < count; i++)
        kept[kept_next].prefix[i] = path->scopes[i];
    kept[kept_next].count = count;
    kept[kept_next].reach = reach;
    kept_next = (kept_next + 1) % FUNCTIONS_KEPT;
}

static bool find_in_kept(Dwarf_Die *unit, Dwarf_Addr address, struct path *path)
{
    size_t i, k;

    for (i = 0; i < FUNCTIONS_KEPT && kept[i].count > 0; i++) {
        Dwarf_Die *function = &kept[i].prefix[kept[i].count - 1];

        if (function->cu != unit->cu || dwarf_haspc(function, address) <= 0)
            continue;
        for (k = 1; k < kept[i].count; k++)
            path_push(path, &kept[i].prefix[k]);
        (void)find_within(function, address, kept[i].reach, path);
        return true;
    }
    return false;
}

/* From the unit, which the path has, inwards. */
static void find_scopes(Dwarf_Die *unit, Dwarf_Addr address, struct path *path)
{
    enum reach reach;

    if (find_in_kept(unit, address, path))
        return;
    for (reach = REACH_CODE; reach <= REACH_ALL; reach++)
        if (find_within(unit, address, reach, path)) {
            keep_function(path, address, reach);
            return;
        }
}

/*
 * The functions around an address, innermost first, as they are inlined into
 * each other.  A procedure of a module, or within another one (Fortran), may
 * lie in what has other code, or none of its own; units of C++ are so large
 * that those are looked through only where there is need to.  (That is why
 * libdw's scopes are of no use: it looks through all.)
 */
int symbol_scopes(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes)
{
    struct path path = {0};
    size_t i;

    *scopes = NULL;
    path_push(&path, unit);
    find_scopes(unit, address, &path);
    if (path.count == 1) {
        free(path.scopes);
        return 0;
    }
    for (i = 0; i < path.count / 2; i++) {
        Dwarf_Die die = path.scopes[i];

        path.scopes[i] = path.scopes[path.count - 1 - i];
        path.scopes[path.count - 1 - i] = die;
    }
    *scopes = path.scopes;
    return (int)path.count;
}

void symbol_object_end(void)
{
    struct object *object, *next;

    forget_functions();
    HASH_ITER(hh, objects, object, next) {
        HASH_DEL(objects, object);
        if (object->dwfl != NULL)
            dwfl_end(object->dwfl);
        free(object->path);
        free(object);
    }
}

/*
 * The unit of an address, which becomes one of the debugging information.
 * Without .debug_aranges, as Clang leaves it out, libdwfl finds none, or that
 * of another compiler nearby: then all are asked.
 */
static Dwarf_Die *unit_of(const struct object *object, Dwarf_Addr *address)
{
    Dwarf_Addr bias, place = object->start + *address;
    Dwarf_Die *unit = dwfl_module_addrdie(object->module, place, &bias);

    if (unit == NULL || dwarf_haspc(unit, place - bias) <= 0) {
        unit = NULL;
        do
            unit = dwfl_module_nextcu(object->module, unit, &bias);
        while (unit != NULL && dwarf_haspc(unit, place - bias) <= 0);
    }
    *address = place - bias;
    return unit;
}

Dwarf_Die *symbol_unit(const char *path, Dwarf_Addr *address)
{
    const struct object *object = object_of(path);

    return object->dwfl != NULL ? unit_of(object, address) : NULL;
}

size_t symbol_code(const char *module, uint64_t address, unsigned char *code,
                   size_t size)
{
    struct object *object = object_of(module);
    GElf_Addr bias;
    GElf_Phdr header;
    Elf_Data *data;
    size_t count, i;
    Elf *elf =
        object->dwfl == NULL ? NULL : dwfl_module_getelf(object->module, &bias);

    if (elf == NULL || elf_getphdrnum(elf, &count) != 0)
        return 0;
    for (i = 0; i < count; i++) {
        uint64_t offset;

        if (gelf_getphdr(elf, (int)i, &header) == NULL ||
            header.p_type != PT_LOAD || address < header.p_vaddr ||
            address - header.p_vaddr >= header.p_filesz)
            continue;
        offset = address - header.p_vaddr;
        if (size > header.p_filesz - offset)
            size = header.p_filesz - offset;
        data = elf_getdata_rawchunk(elf, (int64_t)(header.p_offset + offset),
                                    size, ELF_T_BYTE);
        if (data == NULL)
            return 0;
        memcpy(code, data->d_buf, size);
        return size;
    }
    return 0;
}
