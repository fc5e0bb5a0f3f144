/* option_print.c - the table of options as text. */
#include "option_table.h"

#include "man.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Prints words from column 6 on, at most to column 78. */
static void help_words(FILE *out, const char *words)
{
    size_t column = 0;

    while (*words != '\0') {
        size_t length = strcspn(words, " ");

        if (column == 0 || column + 1 + length > 78) {
            fprintf(out, "%s      %.*s", column == 0 ? "" : "\n", (int)length,
                    words);
            column = 6 + length;
        } else {
            fprintf(out, " %.*s", (int)length, words);
            column += 1 + length;
        }
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', out);
}

void options_brief(FILE *out)
{
    size_t i;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        char *name;

        if (option->brief == NULL)
            continue;
        name = xasprintf("--%s%s%s", option->name,
                         option->argument != NULL ? "=" : "",
                         option->argument != NULL ? option->argument : "");
        if (option->letter != 0)
            fprintf(out, "  -%c, %-26s%s\n", option->letter, name,
                    option->brief);
        else
            fprintf(out, "      %-26s%s\n", name, option->brief);
        free(name);
    }
}

void options_help(FILE *out)
{
    size_t i;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];

        fputs("  ", out);
        if (option->letter != 0)
            fprintf(out, "-%c%s%s, ", option->letter,
                    option->argument != NULL ? " " : "",
                    option->argument != NULL ? option->argument : "");
        fprintf(out, "--%s%s%s", option->name,
                option->argument != NULL ? "=" : "",
                option->argument != NULL ? option->argument : "");
        if (option->variable != NULL)
            fprintf(out, "    [%s]", option->variable);
        fputc('\n', out);
        help_words(out, option->help);
    }
}

void options_man(FILE *out)
{
    size_t i;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        char *words;

        fputs(".TP\n", out);
        if (option->letter != 0)
            fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
        fputs("\\fB\\-\\-", out);
        man_piece(out, option->name, strlen(option->name));
        fputs("\\fR", out);
        if (option->argument != NULL)
            fprintf(out, "=\\fI%s\\fR", option->argument);
        if (option->variable != NULL)
            fprintf(out, "    [%s]", option->variable);
        fputc('\n', out);
        words = xasprintf("%s.", option->help);
        man_words(out, words, strlen(words));
        free(words);
    }
}

void options_completion(FILE *out, enum option_use use)
{
    size_t i, k;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];

        if (option->use < use)
            continue;
        if (option->type != TYPE_CHOICE)
            fprintf(out, "--%s%s ", option->name,
                    option->argument != NULL ? "=" : "");
        for (k = 0; option->type == TYPE_CHOICE && option->choices[k] != NULL;
             k++)
            if (option->choices[k][0] != '\0')
                fprintf(out, "--%s=%s ", option->name, option->choices[k]);
    }
}
