/*
 * expression_fortran.c - what an argument names in Fortran.
 *
 *     argument = name ['(' anything ')'] { '%' name ['(' anything ')'] }
 */
#include "expression_private.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

static const char *skip_spaces(const char *at)
{
    return at + strspn(at, " ");
}

/* Behind the name that begins there; NULL: none does. */
static const char *read_name(const char *at, char *name, size_t room)
{
    size_t length = 0;

    at = skip_spaces(at);
    if (!isalpha((unsigned char)*at))
        return NULL;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    if (length >= room)
        return NULL;
    memcpy(name, at, length);
    name[length] = '\0';
    return skip_spaces(at + length);
}

/* Behind subscripts, if there are; NULL: they have no end. */
static const char *behind_subscripts(const char *at)
{
    int depth = 0;

    if (*at != '(')
        return at;
    do {
        depth += (*at == '(') - (*at == ')');
        if (*at++ == '\0')
            return NULL;
    } while (depth > 0);
    return skip_spaces(at);
}

/* A dummy argument of any length, or of 1: it may be given anything. */
static bool may_be_any(Dwarf_Die *named, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Word bound;
    Dwarf_Die bounds;
    bool any = false;

    if (dwarf_tag(named) != DW_TAG_formal_parameter ||
        dwarf_tag(type) != DW_TAG_array_type ||
        dwarf_hasattr(type, DW_AT_data_location) ||
        dwarf_child(type, &bounds) != 0)
        return false;
    do
        if (dwarf_tag(&bounds) == DW_TAG_subrange_type)
            any = dwarf_attr(&bounds, DW_AT_upper_bound, &attribute) == NULL ||
                  (dwarf_formudata(&attribute, &bound) == 0 && bound == 1);
    while (dwarf_siblingof(&bounds, &bounds) == 0);
    return any;
}

/* Of a variable, a pointer to one, an array of such. */
static bool element_of(Dwarf_Die *named, Dwarf_Die *type)
{
    if (!expression_type_of(named, type) || may_be_any(named, type))
        return false;
    while (dwarf_tag(type) == DW_TAG_pointer_type ||
           dwarf_tag(type) == DW_TAG_array_type)
        if (!expression_type_of(type, type))
            return false;
    return true;
}

/* What is CLASS has its components where that points to. */
static bool component(Dwarf_Die *type, const char *name, Dwarf_Die *named)
{
    Dwarf_Die data, object;

    return expression_member(type, name, true, named) ||
           (expression_member(type, "_data", true, &data) &&
            element_of(&data, &object) &&
            expression_member(&object, name, true, named));
}

/* What is CLASS is described by what it points to; false: that is not known. */
static bool of_class(Dwarf_Die *type)
{
    Dwarf_Die data;

    return !expression_member(type, "_vptr", true, &data) ||
           (expression_member(type, "_data", true, &data) &&
            element_of(&data, type));
}

bool expression_fortran(const char *text,
                        const struct expression_scopes *scopes, Dwarf_Die *type,
                        Dwarf_Die *named)
{
    char name[128];
    const char *at = read_name(text, name, sizeof name);

    if (at == NULL || !expression_find(scopes, name, named) ||
        !element_of(named, type))
        return false;
    while ((at = behind_subscripts(at)) != NULL && *at == '%') {
        at = read_name(at + 1, name, sizeof name);
        if (at == NULL || !component(type, name, named) ||
            !element_of(named, type))
            return false;
    }
    return at != NULL && *at == '\0' && of_class(type);
}
