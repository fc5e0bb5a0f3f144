/*
 * atomic_type.c - what of a program is of an atomic type.
 */
#include "atomic_type.h"

#include "memory.h"
#include "symbol_object.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#define TYPE_DEPTH_MOST 32 /* pointers to arrays of ... */

struct names {
    char *module;
    bool any; /* it tells of types at all */
    const char **items;
    size_t count;
    UT_hash_handle hh;
};

static struct names *modules;

/* What it leads to: a pointer to what it points to, and so on; false: it is
 * that already. */
static bool leads_on(const Dwarf_Die *type)
{
    switch (dwarf_tag((Dwarf_Die *)type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_array_type:
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
        return true;
    default:
        return false;
    }
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute),
                             type) != NULL;
}

/* Also a container of such: the parameters of a template are in its name. */
static bool is_atomic_class(Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);

    return (dwarf_tag(die) == DW_TAG_class_type ||
            dwarf_tag(die) == DW_TAG_structure_type) &&
           name != NULL && strstr(name, "atomic") != NULL;
}

static bool is_atomic(Dwarf_Die *die)
{
    Dwarf_Die type;
    int depth;

    if (!type_of(die, &type))
        return false;
    for (depth = 0; leads_on(&type) && depth < TYPE_DEPTH_MOST; depth++)
        if (!type_of(&type, &type))
            return false;
    return dwarf_tag(&type) == DW_TAG_atomic_type || is_atomic_class(&type);
}

static void add(struct names *names, const char *name)
{
    if (name == NULL)
        return;
    names->items =
        xrealloc(names->items, names->count + 1, sizeof names->items[0]);
    names->items[names->count++] = name;
}

static void gather(struct names *names, Dwarf_Die *parent)
{
    bool all = is_atomic_class(parent); /* its functions, too: x.store(1) */
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_base_type:
            names->any = true;
            break;
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
        case DW_TAG_member:
            if (is_atomic(&die))
                add(names, dwarf_diename(&die));
            break;
        case DW_TAG_subprogram:
        case DW_TAG_typedef:
            if (all || is_atomic(&die))
                add(names, dwarf_diename(&die));
            break;
        }
        gather(names, &die);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* All units, as types may be in one of their own, or, of a program that was
 * optimized when it was linked, in others. */
static void gather_all(struct names *names, Dwarf *debug)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;

    while (debug != NULL &&
           dwarf_get_units(debug, unit, &unit, NULL, NULL, &die, NULL) == 0)
        gather(names, &die);
}

const char *const *atomic_type_names(const char *module, size_t *count)
{
    struct names *names;
    GElf_Addr start;
    Dwarf_Addr bias;
    Dwfl_Module *file;

    HASH_FIND_STR(modules, module, names);
    if (names == NULL) {
        names = xcalloc(1, sizeof *names);
        names->items = xcalloc(1, sizeof names->items[0]);
        names->module = xstrdup(module);
        file = symbol_module(module, &start);
        if (file != NULL)
            gather_all(names, dwfl_module_getdwarf(file, &bias));
        HASH_ADD_KEYPTR(hh, modules, names->module, strlen(names->module),
                        names);
    }
    *count = names->count;
    return names->any ? names->items : NULL;
}

void atomic_type_end(void)
{
    struct names *names, *next;

    HASH_ITER(hh, modules, names, next) {
        HASH_DEL(modules, names);
        free(names->module);
        free(names->items);
        free(names);
    }
}
