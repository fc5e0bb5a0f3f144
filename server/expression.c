/*
 * expression.c - see expression.h.
 */
#include "expression.h"

#include "expression_private.h"
#include "memory.h"
#include "symbol_object.h"
#include "unit.h"
#include "variable.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* An argument that was looked at. */
struct argument {
    struct {
        uint64_t code;
        const char *module; /* of stack_module_path: one for each */
        uint64_t index;
    } key;
    bool known;
    char *text;
    Dwarf_Die type, named;
    uint64_t size;
    const char *file;
    int line;
    UT_hash_handle hh;
};

static struct argument *arguments;

static bool is_typed(struct argument *argument, const char *statement,
                     const char *function, unsigned index,
                     const struct expression_scopes *scopes)
{
    argument->text =
        expression_argument(statement, function, index, scopes->fortran);
    if (argument->text == NULL ||
        !(scopes->fortran ? expression_fortran : expression_c)(
            argument->text, scopes, &argument->type, &argument->named))
        return false;
    argument->size = variable_type_size(&argument->type);
    return argument->size > 0;
}

static void look(struct argument *argument, const struct site_place *code,
                 const char *function, unsigned index)
{
    Dwarf_Addr address = code->address;
    Dwarf_Die *unit = symbol_unit(code->module, &address);
    struct expression_scopes scopes = {.items = NULL};
    char **statements;

    if (unit == NULL)
        return;
    scopes.count = symbol_scopes(unit, address, &scopes.items);
    scopes.fortran = unit_is_fortran(unit);
    statements = variable_statements(code->module, code->address);
    if (scopes.count > 0 && statements[0] != NULL &&
        is_typed(argument, statements[0], function, index, &scopes)) {
        argument->known = true;
        variable_declared(&argument->named, &argument->file, &argument->line);
    }
    variable_statements_free(statements);
    free(scopes.items);
}

static struct argument *argument_at(const struct site_place *code,
                                    const char *function, unsigned index)
{
    struct argument key = {.key = {code->address, code->module, index}};
    struct argument *argument;

    HASH_FIND(hh, arguments, &key.key, sizeof key.key, argument);
    if (argument == NULL) {
        argument = xcalloc(1, sizeof *argument);
        argument->key = key.key;
        HASH_ADD(hh, arguments, key, sizeof argument->key, argument);
        if (variable_is_told(code))
            look(argument, code, function, index);
    }
    return argument;
}

bool expression_element(const struct site_place *code, const char *function,
                        unsigned index, int64_t distance,
                        struct element *element)
{
    const struct argument *argument = argument_at(code, function, index);
    struct variable all = {.type = argument->type, .size = argument->size};
    int64_t size = (int64_t)argument->size, offset;

    if (!argument->known)
        return false;
    offset = (distance % size + size) % size;
    if (!variable_element(&all, (uint64_t)offset, element))
        return false;
    element->variable = argument->text;
    element->file = argument->file;
    element->line = argument->line;
    element->pointed = true;
    if (element->member == NULL) /* all of it are such */
        element->run = UINT32_MAX / 64 * 64;
    return true;
}

void expression_end(void)
{
    struct argument *argument, *next;

    HASH_ITER(hh, arguments, argument, next) {
        HASH_DEL(arguments, argument);
        free(argument->text);
        free(argument);
    }
}
