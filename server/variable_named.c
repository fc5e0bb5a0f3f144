/*
 * variable_named.c - variables that the statement of a call names.
 *
 * To protect the stack GCC sets out the variables of a function at its end,
 * also without optimization, and then puts into one place what is not used at
 * once: a variable, before it is first used, shares its place with what has no
 * name (a compound literal, a temporary array in Fortran), of which nothing is
 * told. Which of them lies there only the source tells.
 */
#include "memory.h"
#include "statement.h"
#include "symbol.h"
#include "variable_private.h"

#include <stdlib.h>
#include <string.h>

/* Whether of all options that begin so the last is one of them, and not "no-".
 */
static bool is_on(const char *producer, const char *begin, const char *off)
{
    const char *on = NULL, *last = NULL, *at;

    for (at = producer; (at = strstr(at, begin)) != NULL; at++)
        on = at;
    for (at = producer; (at = strstr(at, off)) != NULL; at++)
        last = at;
    return on != NULL && (last == NULL || on > last);
}

bool variable_shares_place(Dwarf_Die *unit)
{
    const char *producer = variable_producer(unit);

    return producer != NULL && strncmp(producer, "GNU ", 4) == 0 &&
           (is_on(producer, " -fstack-protector", " -fno-stack-protector") ||
            strstr(producer, " -fsanitize=") != NULL);
}

char *variable_statement(const char *module, uint64_t code)
{
    struct source_stack *stack = xcalloc(1, sizeof *stack);
    char *statement;

    symbol_append(stack, module, code);
    statement = statement_text(&stack->frames[0]);
    source_stack_free(stack);
    return statement;
}

bool variable_is_named(const char *statement, const char *name)
{
    return statement != NULL && name != NULL && statement_has(statement, name);
}
