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
#include "source_stack.h"
#include "statement.h"
#include "symbol.h"
#include "variable_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* What stands before there, but for spaces; '\0': nothing. */
static const char *before(const char *statement, const char *at)
{
    while (at > statement && isspace((unsigned char)at[-1]))
        at--;
    return at == statement ? "" : at - 1;
}

/* Whether the name there is an argument, or what one begins with: it may have
 * a cast to a pointer, or its address is taken, or it is one of two. */
static bool begins_argument(const char *statement, const char *at)
{
    const char *last = before(statement, at);

    if (*last == '&')
        last = before(statement, last);
    if (*last == ')' && *before(statement, last) == '*') {
        while (last > statement && *last != '(')
            last--;
        last = before(statement, last);
    }
    if (*last == ':' && *before(statement, last) == ':')
        return false; /* of a class, a namespace */
    return *last == '(' || *last == ',' || *last == '?' || *last == ':';
}

static const char *word_before(const char *statement, const char *end)
{
    const char *at = end;

    while (at > statement && statement_is_in_word(at[-1]))
        at--;
    return at;
}

/* Where the parenthesis stands that is open there; NULL: none is. */
static const char *opened(const char *statement, const char *at)
{
    int depth = 0;

    while (at > statement && depth >= 0) {
        at--;
        depth += (*at == ')') - (*at == '(');
    }
    return depth < 0 ? at : NULL;
}

static bool is_word(const char *word, const char *end, const char *name)
{
    return (size_t)(end - word) == strlen(name) &&
           strncasecmp(word, name, strlen(name)) == 0;
}

/* Whether that argument is a function's: in C names without small letters are
 * macros', which may do more with it, and sizeof does nothing; in Fortran what
 * is called stands behind that word, others make values. */
static bool is_functions(const char *statement, const char *at, bool fortran)
{
    const char *end = opened(statement, at), *word, *letter;

    while (end != NULL && end > statement && isspace((unsigned char)end[-1]))
        end--;
    if (end == NULL || (word = word_before(statement, end)) == end)
        return false;
    if (fortran) {
        while (word > statement && isspace((unsigned char)word[-1]))
            word--;
        return is_word(word_before(statement, word), word, "call");
    }
    if (is_word(word, end, "sizeof"))
        return false;
    for (letter = word; letter < end; letter++)
        if (islower((unsigned char)*letter))
            return true;
    return false;
}

/* Behind its end there is none that calls another function: `break;` may be. */
static bool is_one(const char *statement)
{
    const char *end = strchr(statement, ';');

    return end == NULL || strchr(end, '(') == NULL;
}

bool variable_is_named(const char *statement, const char *name, bool fortran)
{
    size_t length = name == NULL ? 0 : strlen(name);
    const char *at;

    if (statement == NULL || length == 0 || !is_one(statement))
        return false;
    for (at = statement; *at != '\0'; at++)
        if ((fortran ? strncasecmp(at, name, length)
                     : strncmp(at, name, length)) == 0 &&
            !statement_is_in_word(at[length]) &&
            (fortran || at[length + strspn(at + length, " ")] != '(') &&
            begins_argument(statement, at) &&
            is_functions(statement, at, fortran))
            return true;
    return false;
}
