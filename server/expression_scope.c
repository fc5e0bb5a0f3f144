/*
 * expression_scope.c - which variable a name of the source stands for.
 */
#include "expression_private.h"
#include "memory.h"
#include "statement.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uthash.h>

/* What is around a function. */
static struct around {
    struct {
        void *address; /* of its entry in the debugging information, */
        Dwarf_CU *unit;
    } key;
    Dwarf_Die *scopes; /* itself first */
    int count;
    UT_hash_handle hh;
} * arounds;

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

static bool is_member(Dwarf_Die *die, const char *name, bool fortran)
{
    return dwarf_tag(die) == DW_TAG_member && is_name(die, name, fortran);
}

/* Its own come before those of what it is derived from. */
bool expression_member(Dwarf_Die *type, const char *name, bool fortran,
                       Dwarf_Die *member)
{
    Dwarf_Die first, die, within;

    if (dwarf_child(type, &first) != 0)
        return false;
    die = first;
    do
        if (is_member(&die, name, fortran)) {
            *member = die;
            return true;
        }
    while (dwarf_siblingof(&die, &die) == 0);
    die = first;
    do
        if ((dwarf_tag(&die) == DW_TAG_inheritance ||
             (dwarf_tag(&die) == DW_TAG_member &&
              dwarf_diename(&die) == NULL)) &&
            expression_type_of(&die, &within) &&
            dwarf_tag(&within) != DW_TAG_pointer_type &&
            expression_member(&within, name, fortran, member))
            return true;
    while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* While a name is looked up. */
struct search {
    const struct expression_scopes *scopes;
    const char *name;
    Dwarf_Die found; /* if count > 0 */
    unsigned count;  /* of different ones */
};

static void note(struct search *search, Dwarf_Die *die)
{
    if (search->count > 0 &&
        dwarf_dieoffset(&search->found) == dwarf_dieoffset(die))
        return;
    search->found = *die;
    search->count++;
}

/* Whether it is declared behind the call, and so is another one. */
static bool is_later(const struct expression_scopes *scopes, Dwarf_Die *die)
{
    const char *file;
    int line;

    variable_declared(die, &file, &line);
    return file != NULL && scopes->file != NULL && line > scopes->line &&
           strcmp(file, scopes->file) == 0;
}

/* Static members of classes may be members, too. */
static bool is_variable(Dwarf_Die *die)
{
    return dwarf_tag(die) == DW_TAG_variable ||
           dwarf_tag(die) == DW_TAG_formal_parameter ||
           (dwarf_tag(die) == DW_TAG_member &&
            dwarf_hasattr(die, DW_AT_external));
}

/* Declared there, or in a COMMON block; of what is defined apart from its
 * declaration, that. */
static void search_own(struct search *search, Dwarf_Die *scope)
{
    bool fortran = search->scopes->fortran;
    Dwarf_Die die;

    if (dwarf_child(scope, &die) != 0)
        return;
    do
        if (dwarf_tag(&die) == DW_TAG_common_block)
            search_own(search, &die);
        else if (is_variable(&die) && is_name(&die, search->name, fortran) &&
                 !dwarf_hasattr(&die, DW_AT_specification) &&
                 !is_later(search->scopes, &die))
            note(search, &die);
    while (dwarf_siblingof(&die, &die) == 0);
}

/* Of modules and namespaces that are used there. In Fortran also what is
 * private to them, which is not told. */
static void search_imports(struct search *search, Dwarf_Die *scope,
                           unsigned depth)
{
    bool fortran = search->scopes->fortran;
    Dwarf_Die die, other;

    if (depth > 4 || dwarf_child(scope, &die) != 0)
        return;
    do {
        int tag = dwarf_tag(&die);

        if ((tag != DW_TAG_imported_module &&
             tag != DW_TAG_imported_declaration) ||
            !follow(&die, DW_AT_import, &other))
            continue;
        if (tag == DW_TAG_imported_module) {
            search_imports(search, &die, depth + 1); /* renamed */
            search_own(search, &other);
            search_imports(search, &other, depth + 1);
        } else if (dwarf_tag(&other) == DW_TAG_variable &&
                   is_name(dwarf_hasattr(&die, DW_AT_name) ? &die : &other,
                           search->name, fortran))
            note(search, &other);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* What the compiler has left out where it was inlined stands at its origin. */
static void search_here(struct search *search, Dwarf_Die *scope, bool own)
{
    Dwarf_Die origin;

    if (own)
        search_own(search, scope);
    else
        search_imports(search, scope, 0);
    if (!follow(scope, DW_AT_abstract_origin, &origin))
        return;
    if (own && search->count == 0)
        search_own(search, &origin);
    if (!own)
        search_imports(search, &origin, 0);
}

static bool has_member(Dwarf_Die *class, const char *name)
{
    Dwarf_Die die;

    if (dwarf_child(class, &die) == 0)
        do
            if (is_member(&die, name, false))
                return true;
        while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

static bool is_template(Dwarf_Die *class)
{
    const char *name = dwarf_diename(class);

    return name != NULL && strchr(name, '<') != NULL;
}

/* Members of the object whose function it is. */
static void search_object(struct search *search, Dwarf_Die *function)
{
    struct search object = {.scopes = search->scopes, .name = "this"};
    Dwarf_Die pointer, class, member;

    if (search->scopes->fortran)
        return;
    search_here(&object, function, true);
    if (object.count != 1 || !expression_type_of(&object.found, &pointer) ||
        !expression_type_of(&pointer, &class) ||
        !expression_member(&class, search->name, false, &member))
        return;
    note(search, &member);
    /* those of what it depends on are not seen by their names alone */
    if (is_template(&class) && !has_member(&class, search->name))
        search->count = 2;
}

/*
 * Innermost first, what is declared there alone counts. What is used of a
 * module may be private to that, and the name mean another one: then there must
 * be no other.
 */
static bool is_decided(struct search *search, Dwarf_Die *scope, bool *imported)
{
    struct search own = {.scopes = search->scopes, .name = search->name};

    search_here(&own, scope, true);
    if (own.count > 0) {
        if (*imported || own.count > 1)
            search->count = 2;
        else
            note(search, &own.found);
        return true;
    }
    search_here(search, scope, false);
    *imported = search->count > 0;
    return search->count > 1;
}

/* What is around a function as it was written: libdw looks through all of its
 * unit for that, once. */
static const struct around *around_of(Dwarf_Die *function)
{
    struct around key = {.key = {function->addr, function->cu}}, *around;

    HASH_FIND(hh, arounds, &key.key, sizeof key.key, around);
    if (around == NULL) {
        around = xcalloc(1, sizeof *around);
        around->key = key.key;
        around->count = dwarf_getscopes_die(function, &around->scopes);
        HASH_ADD(hh, arounds, key, sizeof around->key, around);
    }
    return around;
}

/* Around the function as it was written, not where it was inlined, nor where
 * its body stands; scope: which it is of the scopes of the call. */
static void search_around(struct search *search, int scope, bool *imported)
{
    const struct expression_scopes *scopes = search->scopes;
    Dwarf_Die written = scopes->items[scope];
    const struct around *around;
    bool elsewhere = follow(&written, DW_AT_abstract_origin, &written);
    int i;

    elsewhere |= follow(&written, DW_AT_specification, &written);
    if (!elsewhere) {
        for (i = scope + 1; i < scopes->count; i++)
            if (is_decided(search, &scopes->items[i], imported))
                break;
        return;
    }
    around = around_of(&written);
    for (i = 1; i < around->count; i++)
        if (is_decided(search, &around->scopes[i], imported))
            break;
}

/* Whether the function may have a variable of that name that is not told: what
 * a lambda has, the result of a function of Fortran. */
static bool may_hide(const struct expression_scopes *scopes,
                     Dwarf_Die *function)
{
    struct search result = {.scopes = scopes, .name = "__result"};
    Dwarf_Attribute type;

    search_here(&result, function, true); /* gfortran's, of an array */
    return result.count > 0 || scopes->hides ||
           is_name(function, "operator()", false) ||
           (scopes->fortran &&
            dwarf_attr_integrate(function, DW_AT_type, &type) != NULL);
}

bool expression_find(const struct expression_scopes *scopes, const char *name,
                     Dwarf_Die *variable)
{
    struct search search = {.scopes = scopes, .name = name};
    bool imported = false;
    int i;

    if (!scopes->fortran && statement_defines(scopes->file, name))
        return false;
    for (i = 0; i < scopes->count; i++) {
        Dwarf_Die *scope = &scopes->items[i];
        int tag = dwarf_tag(scope);

        if (is_decided(&search, scope, &imported))
            break;
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) {
            if (search.count == 0)
                search_object(&search, scope);
            if ((search.count == 0 || imported) && !may_hide(scopes, scope))
                search_around(&search, i, &imported);
            break;
        }
    }
    *variable = search.found;
    return search.count == 1;
}

/* By where it is declared; its namespace could be told by its parents alone,
 * for which all of the unit is looked through. */
bool expression_is_std(Dwarf_Die *type)
{
    const char *file;
    int line;

    variable_declared(type, &file, &line);
    return file != NULL && strstr(file, "/c++/") != NULL;
}

void expression_scope_end(void)
{
    struct around *around, *next;

    HASH_ITER(hh, arounds, around, next) {
        HASH_DEL(arounds, around);
        free(around->scopes);
        free(around);
    }
}
