#include "report_wrap.h"

#include "report_string.h"

#include <stdlib.h>
#include <string.h>

#define LITTLE 10

/* The end of the word at s, spaces before it and all; *width: its columns. */
static const char *word_end(const char *s, int *width)
{
    bool inside = false;

    *width = 0;
    while (*s != '\0' && *s != '\n' && !(inside && *s == ' ')) {
        if (*s == '\033') {
            s += strcspn(s, "m");
            s += *s == 'm';
            continue;
        }
        inside = inside || *s != ' ';
        (void)utf8_next(&s);
        ++*width;
    }
    return s;
}

void report_wrap(struct text *text, size_t start, int columns, int indent)
{
    char *lines;
    int column = 0, width;

    if (columns < REPORT_WRAP_LEAST || text->length == start)
        return;
    if (indent > columns / 2)
        indent = LITTLE;
    lines = xstrdup(text->bytes + start);
    text->length = start;
    for (const char *s = lines, *end; *s != '\0'; s = end) {
        end = word_end(s, &width);
        if (end == s) {
            end++;
            column = 0;
        } else if (column > 0 && column + width > columns) {
            size_t spaces = strspn(s, " ");

            text_printf(text, "\n%*s", indent, "");
            s += spaces;
            column = indent + width - (int)spaces;
        } else {
            column += width;
        }
        text_append(text, s, (size_t)(end - s));
    }
    free(lines);
}
