/*
 * statement.c - the statement of the source around a place in the program.
 */
#include "statement.h"

#include "atomic_type.h"
#include "memory.h"
#include "source_files.h"
#include "stack_source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LINES_MOST 16 /* of a statement */

static struct source_files *sources;

void statement_end(void)
{
    source_files_free(sources);
    sources = NULL;
}

/* So many letters of a line of Fortran end with the sign that it goes on. */
static bool ends_open(const char *line, size_t length)
{
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    return length > 0 && line[length - 1] == '&';
}

/* Whether the second line goes on with the statement of the first: in C until
 * there is a semicolon, in Fortran where it says so. */
static bool goes_on(const char *line, const char *next, bool fortran)
{
    if (!fortran)
        return strchr(line, ';') == NULL;
    return ends_open(line, strlen(line)) ||
           ends_open(line, strcspn(line, "!")) ||
           (strspn(next, " ") == 5 && next[5] != '\0' && next[5] != '0');
}

/* Blanks what is a comment; *inside: one has begun in a line before. */
static void strip(char *line, bool fortran, bool *inside)
{
    char *begin = strstr(line, fortran ? "!" : "//"), *end;

    if (begin != NULL && !*inside)
        *begin = '\0';
    begin = line;
    while (!fortran && (*inside || (begin = strstr(begin, "/*")) != NULL)) {
        end = strstr(*inside ? begin : begin + 2, "*/");
        *inside = end == NULL;
        memset(begin, ' ',
               end == NULL ? strlen(begin) : (size_t)(end + 2 - begin));
        if (end == NULL)
            break;
    }
}

static char *join(const struct source_text *text, int first, int last,
                  bool fortran)
{
    char *joined = xstrdup("");
    bool inside = false;
    int line;

    for (line = first; line <= last; line++) {
        char *own = xstrdup(text->lines[line - 1]), *longer;

        strip(own, fortran, &inside);
        longer = xasprintf("%s\n%s", joined, own);
        free(joined);
        free(own);
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
    return join(text, first, last, fortran);
}

/* The file, if it is as it was compiled and has the line; else NULL. */
static const struct source_text *text_of(const struct source_frame *frame)
{
    const struct source_text *text;

    if (frame->file == NULL || frame->line <= 0 || frame->module == NULL)
        return NULL;
    if (sources == NULL)
        sources = source_files_new();
    text = source_files_text(sources, NULL, frame->file);
    return frame->line > text->line_count ||
                   source_text_is_newer(text, frame->module)
               ? NULL
               : text;
}

static bool is_definition(const char *line, const char *name)
{
    const char *at = line + strspn(line, " \t");

    if (*at != '#')
        return false;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "define", 6) != 0)
        return false;
    at += 6 + strspn(at + 6, " \t");
    return strncmp(at, name, strlen(name)) == 0 &&
           !isalnum((unsigned char)at[strlen(name)]) && at[strlen(name)] != '_';
}

bool statement_defines(const char *file, const char *name)
{
    const struct source_text *text;
    int line;

    if (file == NULL)
        return false;
    if (sources == NULL)
        sources = source_files_new();
    text = source_files_text(sources, NULL, file);
    for (line = 0; line < text->line_count; line++)
        if (is_definition(text->lines[line], name))
            return true;
    return false;
}

char *statement_text(const struct source_frame *frame)
{
    const struct source_text *text = text_of(frame);

    return text == NULL
               ? NULL
               : statement_at(text, frame->line, is_fortran(frame->file));
}

bool statement_is_in_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$';
}

bool statement_has(const char *statement, const char *word)
{
    size_t length = strlen(word);
    const char *at;

    for (at = statement; *at != '\0'; at++)
        if (strncasecmp(at, word, length) == 0 &&
            !statement_is_in_word(at[length]) &&
            (at == statement || !statement_is_in_word(at[-1])))
            return true;
    return false;
}

/* Whether OpenMP's directive stands above, with nothing but comments between.
 */
static bool is_directed(const struct source_frame *frame)
{
    const struct source_text *text = text_of(frame);
    int line = text == NULL ? 0 : frame->line - 1, left;
    const char *above;

    for (left = LINES_MOST; line > 0 && left > 0; line--, left--) {
        above = text->lines[line - 1];
        if (statement_has(above, "omp"))
            return statement_has(above, "atomic");
        above += strspn(above, " \t\r\n");
        if (*above != '\0' && *above != '/' && *above != '*' && *above != '!')
            break;
    }
    return false;
}

/* It has what may be a macro, which does more than it says: a word without
 * small letters, before a parenthesis. */
static bool has_macro(const char *statement)
{
    const char *at = statement, *begin;

    while (*at != '\0') {
        bool small = false;

        for (begin = at; statement_is_in_word(*at); at++)
            small |= islower((unsigned char)*at) != 0;
        if (at > begin && !small && !isdigit((unsigned char)*begin) &&
            at[strspn(at, " ")] == '(')
            return true;
        at += at == begin;
    }
    return false;
}

/* Whether it names what is of an atomic type: `flag = 1`; or may, by an
 * operator that is a function, or as it is not known. */
static bool names_atomic(const char *statement, const char *module)
{
    size_t count, i;
    const char *const *names = atomic_type_names(module, &count);

    for (i = 0; names != NULL && i < count; i++)
        if (strncmp(names[i], "operator", 8) == 0 ||
            statement_has(statement, names[i]))
            return true;
    return names == NULL;
}

bool statement_is_atomic(const struct stack *stack)
{
    const struct source_frame *frame;
    const char *header;
    char *statement;
    bool is;

    if (stack == NULL)
        return false;
    frame = &stack_source(stack)->frames[0];
    header = frame->file == NULL ? NULL : strstr(frame->file, "/include/");
    if (header != NULL && strstr(header, "atomic") != NULL)
        return true;
    statement = statement_text(frame);
    is = (statement != NULL &&
          (strcasestr(statement, "atomic") != NULL || has_macro(statement) ||
           names_atomic(statement, frame->module))) ||
         is_directed(frame);
    free(statement);
    return is;
}
