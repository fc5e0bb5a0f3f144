#include "man.h"

#include <stdbool.h>
#include <string.h>

#define WIDTH 78

void man_piece(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '-' || text[i] == '\\')
            fputc('\\', out);
        fputc(text[i], out);
    }
}

/* The first piece of a line. */
static void begin_line(FILE *out, const char *text, size_t length)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    man_piece(out, text, length);
}

void man_words(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    size_t column = 0;

    while (text < end) {
        size_t word = strcspn(text, " \n"), width;

        word = word < (size_t)(end - text) ? word : (size_t)(end - text);
        width = word;
        for (size_t i = 0; i < word; i++)
            width += text[i] == '-' || text[i] == '\\';
        if (column > 0 && column + 1 + width <= WIDTH) {
            fputc(' ', out);
            man_piece(out, text, word);
            column += 1 + width;
        } else {
            if (column > 0)
                fputc('\n', out);
            begin_line(out, text, word);
            column = width;
        }
        text += word;
        while (text < end && *text == ' ')
            text++;
    }
    fputc('\n', out);
}

/* Where the meaning begins behind the name in a line, or its end. */
static const char *meaning(const char *line, const char *end)
{
    for (const char *s = line; s + 1 < end; s++)
        if (s[0] == ' ' && s[1] == ' ')
            return s;
    return end;
}

/* Indented lines up to the next that is not; returns that one. */
static const char *put_examples(FILE *out, const char *text)
{
    fputs(".nf\n", out);
    while (*text == ' ') {
        size_t length = strcspn(text, "\n");

        begin_line(out, text + 2, length - 2);
        fputc('\n', out);
        text += length + (text[length] == '\n');
    }
    fputs(".fi\n", out);
    return text;
}

static const char *put_names(FILE *out, const char *text)
{
    while (*text == ' ') {
        size_t length = strcspn(text, "\n");
        const char *end = text + length, *words = text;

        if (text[2] != ' ') {
            words = meaning(text + 2, end);
            fputs(".TP\n\\fB", out);
            man_piece(out, text + 2, (size_t)(words - text - 2));
            fputs("\\fR\n", out);
        }
        words += strspn(words, " ");
        if (words < end)
            man_words(out, words, (size_t)(end - words));
        text = end + (*end == '\n');
    }
    return text;
}

void man_section(FILE *out, const char *title, const char *text)
{
    bool paragraph = false; /* is to begin */

    fprintf(out, ".SH %s\n", title);
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");

        if (*text == ' ') {
            bool names = meaning(text + 2, text + length) < text + length;

            if (paragraph && !names)
                fputs(".PP\n", out);
            text = (names ? put_names : put_examples)(out, text);
            paragraph = true;
        } else if (length == 0) {
            paragraph = true;
            text++;
        } else {
            if (paragraph)
                fputs(".PP\n", out);
            paragraph = false;
            man_words(out, text, length);
            text += length + (text[length] == '\n');
        }
    }
}
