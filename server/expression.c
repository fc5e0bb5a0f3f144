/*
 * expression.c - see expression.h.
 */
#include "expression.h"

#include "expression_private.h"
#include "memory.h"
#include "source_stack.h"
#include "statement.h"
#include "symbol.h"
#include "symbol_object.h"
#include "unit.h"
#include "variable.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uthash.h>

/* An argument that was looked at. */
struct argument {
    struct {
        uint64_t code;
        const char *module; /* of stack_module_path: one for each */
        uint64_t index;
    } key;
    bool known, optimized;
    bool given;            /* to the function that makes the call */
    char *text, *datatype; /* as they are written; NULL: not plain */
    Dwarf_Die type, named;
    uint64_t size;
    const char *file;
    int line;
    UT_hash_handle hh;
};

static struct argument *arguments;

/* Where the call stands in the source, and what can be named there. */
static bool find_scopes(const struct site_place *code,
                        const struct source_stack *source,
                        struct expression_scopes *scopes)
{
    Dwarf_Addr address = code->address;
    Dwarf_Die *unit = symbol_unit(code->module, &address);

    if (unit == NULL || source->frame_count == 0)
        return false;
    scopes->count = symbol_scopes(unit, address, &scopes->items);
    scopes->fortran = unit_is_fortran(unit);
    scopes->hides = unit_is_clangs(unit) && !unit_is_c(unit);
    scopes->file = source->frames[0].file;
    scopes->line = source->frames[0].line;
    return scopes->count > 0;
}

/* With optimization compilers make one of calls that are alike, on one of their
 * lines: a datatype that is written there must be the call's.  Who is given
 * it, and the buffer, may be given any. */
static bool has_datatype(const struct argument *argument, const char *datatype)
{
    const char *text = argument->datatype;

    if (text == NULL || strncasecmp(text, "MPI_", 4) != 0)
        return !argument->optimized && !argument->given;
    return datatype != NULL && strcasecmp(text, datatype) == 0;
}

/* The text of that parameter of the call. */
static char *text_of(const char *statement, const struct call_info *info,
                     uint64_t index, const struct expression_scopes *scopes)
{
    return expression_argument(statement, info->name, (unsigned)index,
                               info->parameter_count, scopes->fortran);
}

static void look(struct argument *argument, const struct site_place *code,
                 const struct call_info *info,
                 const struct call_parameter *buffer)
{
    struct source_stack *source = xcalloc(1, sizeof *source);
    struct expression_scopes scopes = {.items = NULL};
    char *statement = NULL;

    symbol_append(source, code->module, code->address);
    if (find_scopes(code, source, &scopes) &&
        !statement_defines(scopes.file, info->name))
        statement = statement_text(&source->frames[0]);
    if (statement != NULL) {
        argument->text = text_of(statement, info, argument->key.index, &scopes);
        argument->datatype =
            text_of(statement, info, (uint64_t)buffer->type, &scopes);
        argument->known =
            argument->text != NULL &&
            (scopes.fortran ? expression_fortran : expression_c)(
                argument->text, &scopes, &argument->type, &argument->named);
    }
    if (argument->known) {
        argument->size = variable_type_size(&argument->type);
        argument->optimized =
            unit_is_optimized(&scopes.items[scopes.count - 1]);
        argument->given =
            dwarf_tag(&argument->named) == DW_TAG_formal_parameter;
        variable_declared(&argument->named, &argument->file, &argument->line);
    }
    free(statement);
    free(scopes.items);
    source_stack_free(source);
}

static struct argument *argument_at(const struct site_place *code,
                                    const struct call_info *info,
                                    const struct call_parameter *buffer)
{
    struct argument key = {.key = {code->address, code->module,
                                   (uint64_t)(buffer - info->parameters)}};
    struct argument *argument;

    HASH_FIND(hh, arguments, &key.key, sizeof key.key, argument);
    if (argument == NULL) {
        argument = xcalloc(1, sizeof *argument);
        argument->key = key.key;
        HASH_ADD(hh, arguments, key, sizeof argument->key, argument);
        if (variable_is_readable(code))
            look(argument, code, info, buffer);
    }
    return argument;
}

bool expression_element(const struct site_place *code,
                        const struct call_info *info,
                        const struct call_parameter *buffer,
                        const char *datatype, int64_t distance,
                        struct element *element)
{
    const struct argument *argument;
    struct variable first;

    if (buffer->type < 0)
        return false;
    argument = argument_at(code, info, buffer);
    first = (struct variable){.type = argument->type, .size = argument->size};
    if (!argument->known || !has_datatype(argument, datatype) || distance < 0 ||
        (uint64_t)distance >= first.size ||
        !variable_element(&first, (uint64_t)distance, element))
        return false;
    element->variable = argument->text;
    element->file = argument->file;
    element->line = argument->line;
    element->pointed = true;
    return true;
}

void expression_end(void)
{
    struct argument *argument, *next;

    expression_scope_end();

    HASH_ITER(hh, arguments, argument, next) {
        HASH_DEL(arguments, argument);
        free(argument->text);
        free(argument->datatype);
        free(argument);
    }
}
