/*
 * expression_scope.c - which variable a name of the source stands for.
 */
#include "expression_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_name(Dwarf_Die *die, const char *name, bool fortran)
{
    const char *own = dwarf_diename(die);

    return own != NULL &&
           (fortran ? strcasecmp(own, name) : strcmp(own, name)) == 0;
}

static bool follow(Dwarf_Die *die, unsigned attribute, Dwarf_Die *other)
{
    Dwarf_Attribute found;

    return dwarf_formref_die(dwarf_attr(die, attribute, &found), other) != NULL;
}

bool expression_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die named;
    int depth;

    if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute),
                          &named) == NULL ||
        dwarf_peel_type(&named, type) != 0)
        return false;
    for (depth = 0;
         depth < 2 && (dwarf_tag(type) == DW_TAG_reference_type ||
                       dwarf_tag(type) == DW_TAG_rvalue_reference_type);
         depth++)
        if (!follow(type, DW_AT_type, &named) ||
            dwarf_peel_type(&named, type) != 0)
            return false;
    return true;
}

bool expression_member(Dwarf_Die *type, const char *name, bool fortran,
                       Dwarf_Die *member)
{
    Dwarf_Die die, within;

    if (dwarf_child(type, &die) != 0)
        return false;
    do {
        bool base = dwarf_tag(&die) == DW_TAG_inheritance;

        if (!base && dwarf_tag(&die) != DW_TAG_member)
            continue;
        if (is_name(&die, name, fortran)) {
            *member = die;
            return true;
        }
        if ((base || dwarf_diename(&die) == NULL) &&
            expression_type_of(&die, &within) &&
            dwarf_tag(&within) != DW_TAG_pointer_type &&
            expression_member(&within, name, fortran, member))
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* In Fortran also what COMMON blocks have, and what is used of modules. */
static bool find_in(Dwarf_Die *scope, const char *name, bool fortran,
                    unsigned depth, Dwarf_Die *variable)
{
    Dwarf_Die die, other;

    if (depth > 4 || dwarf_child(scope, &die) != 0)
        return false;
    do
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            if (!is_name(&die, name, fortran))
                break;
            *variable = die;
            return true;
        case DW_TAG_common_block:
            if (find_in(&die, name, fortran, depth + 1, variable))
                return true;
            break;
        case DW_TAG_imported_module:
            if (fortran && follow(&die, DW_AT_import, &other) &&
                find_in(&other, name, fortran, depth + 1, variable))
                return true;
            break;
        case DW_TAG_imported_declaration:
            if (!fortran || !follow(&die, DW_AT_import, &other) ||
                !is_name(dwarf_hasattr(&die, DW_AT_name) ? &die : &other, name,
                         fortran))
                break;
            *variable = other;
            return dwarf_tag(&other) == DW_TAG_variable;
        }
    while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* What the compiler has left out where it was inlined stands at its origin. */
static bool find_here(Dwarf_Die *scope, const struct expression_scopes *scopes,
                      const char *name, Dwarf_Die *variable)
{
    Dwarf_Die origin;

    return find_in(scope, name, scopes->fortran, 0, variable) ||
           (follow(scope, DW_AT_abstract_origin, &origin) &&
            find_in(&origin, name, scopes->fortran, 0, variable));
}

/* Members of the object whose function it is. */
static bool find_in_object(Dwarf_Die *function,
                           const struct expression_scopes *scopes,
                           const char *name, Dwarf_Die *variable)
{
    Dwarf_Die object, pointer, class;

    return !scopes->fortran && find_here(function, scopes, "this", &object) &&
           expression_type_of(&object, &pointer) &&
           expression_type_of(&pointer, &class) &&
           expression_member(&class, name, false, variable);
}

/* Around the function as it was written, not where it was inlined. */
static bool find_around(Dwarf_Die *function,
                        const struct expression_scopes *scopes,
                        const char *name, Dwarf_Die *variable)
{
    Dwarf_Die written = *function, *around = NULL;
    bool found = false;
    int count, i;

    (void)follow(function, DW_AT_abstract_origin, &written);
    count = dwarf_getscopes_die(&written, &around);
    for (i = 1; i < count && !found; i++)
        found = find_in(&around[i], name, scopes->fortran, 0, variable);
    free(around);
    return found;
}

bool expression_find(const struct expression_scopes *scopes, const char *name,
                     Dwarf_Die *variable)
{
    int i;

    for (i = 0; i < scopes->count; i++) {
        Dwarf_Die *scope = &scopes->items[i];
        int tag = dwarf_tag(scope);

        if (find_here(scope, scopes, name, variable))
            return true;
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
            return find_in_object(scope, scopes, name, variable) ||
                   find_around(scope, scopes, name, variable);
    }
    return false;
}
