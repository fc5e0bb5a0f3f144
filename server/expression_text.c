/*
 * expression_text.c - the arguments of a call in the source.
 */
#include "expression_private.h"
#include "memory.h"
#include "statement.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Behind the parenthesis that opens the arguments of the only call of the
 * function; NULL: there is none, or several. */
static const char *arguments_of(const char *statement, const char *function,
                                bool fortran)
{
    size_t length = strlen(function);
    const char *found = NULL, *at;

    for (at = statement; *at != '\0'; at++) {
        const char *behind = at + length;

        if ((fortran ? strncasecmp(at, function, length)
                     : strncmp(at, function, length)) != 0 ||
            statement_is_in_word(*behind) ||
            (at > statement && statement_is_in_word(at[-1])))
            continue;
        behind += strspn(behind, " \t\n");
        if (found != NULL || *behind != '(')
            return NULL;
        found = behind + 1;
    }
    return found;
}

/* Behind a text in quotes that begins there; NULL: it has no end. */
static const char *behind_quotes(const char *at, bool fortran)
{
    char quote = *at++;

    while (*at != quote) {
        if (*at == '\\' && !fortran && at[1] != '\0')
            at++;
        if (*at++ == '\0')
            return NULL;
    }
    return at + 1;
}

/* Where the argument that begins there ends: at a comma or parenthesis. */
static const char *end_of(const char *at, bool fortran)
{
    int depth = 0;

    while (at != NULL && *at != '\0' && *at != '#') {
        if (*at == '"' || *at == '\'') {
            at = behind_quotes(at, fortran);
            continue;
        }
        if (depth == 0 && (*at == ',' || *at == ')'))
            return at;
        if (depth == 0 && *at == '<')
            return NULL; /* a comma may be in between */
        if (strchr("([{", *at) != NULL)
            depth++;
        if (strchr(")]}", *at) != NULL)
            depth--;
        at++;
    }
    return NULL;
}

/* Lines of Fortran end, and begin, with that sign where they go on. */
static char *copy(const char *begin, const char *end, bool fortran)
{
    char *text, *at;

    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    text = xasprintf("%.*s", (int)(end - begin), begin);
    for (at = text; *at != '\0'; at++)
        if (isspace((unsigned char)*at) || (fortran && *at == '&'))
            *at = ' ';
    return text;
}

/* How many arguments it has, and where that one (0, 1, ...) begins and ends
 * (NULL: it has no such); 0: that is not plain. */
static unsigned find(const char *statement, const char *function, bool fortran,
                     unsigned argument, const char **begin, const char **end)
{
    const char *at = arguments_of(statement, function, fortran), *last;
    unsigned found = 0;

    *begin = *end = NULL;
    if (at == NULL || strlen(at) > 4096)
        return 0;
    for (;; at = last + 1) {
        if ((last = end_of(at, fortran)) == NULL)
            return 0;
        if (found++ == argument) {
            *begin = at;
            *end = last;
        }
        if (*last == ')')
            return found;
    }
}

int expression_arguments(const char *statement, const char *function,
                         bool fortran)
{
    const char *begin, *end;
    unsigned found = find(statement, function, fortran, 0, &begin, &end);

    if (found == 1 && begin + strspn(begin, " \t\n&") == end)
        return 0;
    return found == 0 ? -1 : (int)found;
}

char *expression_argument(const char *statement, const char *function,
                          unsigned argument, unsigned count, bool fortran)
{
    const char *begin, *end;
    unsigned found = find(statement, function, fortran, argument, &begin, &end);

    /* in Fortran there may be the error code; a macro may stand for several */
    if (begin == NULL || (found != count && !(fortran && found == count + 1)))
        return NULL;
    return copy(begin, end, fortran);
}
