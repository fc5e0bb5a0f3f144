/*
 * variable_named.c - variables that the statement of a call names.
 *
 * With optimization compilers put into one place what is not used at once, also
 * what is of functions that are inlined; and GCC does so without, if it is to
 * protect the stack, since then it sets out the variables of a function at its
 * end.  A variable, before it is first used, shares its place with what has no
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

char **variable_statements(const char *module, uint64_t code)
{
    struct source_stack *stack = xcalloc(1, sizeof *stack);
    char **statements;
    size_t i;

    symbol_append(stack, module, code);
    statements = xcalloc(stack->frame_count + 1, sizeof *statements);
    for (i = 0; i < stack->frame_count; i++)
        if ((statements[i] = statement_text(&stack->frames[i])) == NULL)
            break;
    source_stack_free(stack);
    return statements;
}

void variable_statements_free(char **statements)
{
    char **statement;

    for (statement = statements; *statement != NULL; statement++)
        free(*statement);
    free(statements);
}

bool variable_is_named(const char *statement, const char *name)
{
    return statement != NULL && name != NULL && statement_has(statement, name);
}
