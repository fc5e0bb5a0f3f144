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
#include "report_source.h"
#include "symbol.h"
#include "variable_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LINES_MOST 16 /* of a statement */

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

static bool ends_with(const char *line, char mark)
{
    size_t length = strlen(line);

    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    return length > 0 && line[length - 1] == mark;
}

/* Whether the second line goes on with the statement of the first: in C until
 * there is a semicolon, in Fortran where it says so. */
static bool goes_on(const char *line, const char *next, bool fortran)
{
    if (!fortran)
        return strchr(line, ';') == NULL;
    return ends_with(line, '&') ||
           (strspn(next, " ") == 5 && next[5] != '\0' && next[5] != '0');
}

static char *join(const struct source_text *text, int first, int last)
{
    char *joined = xstrdup(text->lines[first - 1]);
    int line;

    for (line = first + 1; line <= last; line++) {
        char *longer = xasprintf("%s\n%s", joined, text->lines[line - 1]);

        free(joined);
        joined = longer;
    }
    return joined;
}

static bool is_fortran(const char *file)
{
    const char *dot = strrchr(file, '.');

    return dot != NULL && (dot[1] == 'f' || dot[1] == 'F');
}

/* The statement that has the line; of Fortran any line may be told. */
static char *statement_at(const struct source_text *text, int line,
                          bool fortran)
{
    int first = line, last = line;

    while (fortran && first > 1 && line - first < LINES_MOST &&
           goes_on(text->lines[first - 2], text->lines[first - 1], true))
        first--;
    while (last < text->line_count && last - line < LINES_MOST &&
           goes_on(text->lines[last - 1], text->lines[last], fortran))
        last++;
    return join(text, first, last);
}

char *variable_statement(const char *module, uint64_t code)
{
    struct report_source *sources = report_source_new();
    struct source_stack *stack = xcalloc(1, sizeof *stack);
    const struct source_frame *frame;
    const struct source_text *text;
    char *statement = NULL;

    symbol_append(stack, module, code);
    frame = &stack->frames[0];
    if (frame->file != NULL && frame->line > 0) {
        text = report_source_text(sources, NULL, frame->file);
        if (frame->line <= text->line_count &&
            !report_source_is_newer(text, module))
            statement =
                statement_at(text, frame->line, is_fortran(frame->file));
    }
    source_stack_free(stack);
    report_source_free(sources);
    return statement;
}

static bool is_in_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$';
}

bool variable_is_named(const char *statement, const char *name)
{
    size_t length = name == NULL ? 0 : strlen(name);
    const char *at;

    for (at = statement; at != NULL && length > 0 && *at != '\0'; at++)
        if (strncasecmp(at, name, length) == 0 && !is_in_word(at[length]) &&
            (at == statement || !is_in_word(at[-1])))
            return true;
    return false;
}
