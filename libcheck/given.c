#include "given.h"

#include <stddef.h>
#include <string.h>

/* Registers of the same kind, and those for floating-point numbers. */
#define REGISTERS 6
#define FLOATS    8
/* Characters of a format that are looked at. */
#define FORMAT 1024

struct list {
    const struct given_arguments *arguments;
    unsigned next, floats; /* arguments of either kind so far */
    struct given *found;
    unsigned count, most;
};

static void add(struct list *list, uint64_t address, bool stores)
{
    if (address != 0 && list->count < list->most)
        list->found[list->count++] = (struct given){address, stores};
}

static uint64_t argument(const struct list *list, unsigned i)
{
    return i < REGISTERS ? list->arguments->registers[i]
                         : list->arguments->stack[i - REGISTERS];
}

/* What stands before the letter of a conversion: flags, width, precision and
 * length.  *none: a string of no characters. */
static const char *skip_modifiers(struct list *list, const char *at, bool *none)
{
    bool precise = false;

    for (*none = false; *at != '\0' && strchr("-+ #0'I.123456789*hljztLq", *at);
         at++) {
        if (*at == '*')
            *none = (int)argument(list, list->next++) == 0 && precise;
        else if (*at == '.')
            *none = precise = true;
        else if (*at >= '1' && *at <= '9')
            *none = false;
    }
    return at;
}

/* False: where the next arguments are is not known. */
static bool convert(struct list *list, char letter, bool is_long, bool none)
{
    switch (letter) {
    case '%':
    case 'm':
        return true;
    case 's':
        if (!none)
            add(list, argument(list, list->next), false);
        list->next++;
        return true;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'c':
    case 'p':
    case 'n':
        list->next++;
        return true;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return !is_long && ++list->floats <= FLOATS;
    default: /* by positions, or of another kind */
        return false;
    }
}

static void read_format(struct list *list, const char *format)
{
    const char *at = format, *letter;
    bool none;

    while ((at = memchr(at, '%', strnlen(at, FORMAT))) != NULL &&
           at < format + FORMAT) {
        letter = skip_modifiers(list, at + 1, &none);
        if (!convert(list, *letter,
                     memchr(at, 'L', (size_t)(letter - at)) != NULL, none))
            return;
        at = letter + 1;
    }
}

unsigned given_find(const char *how, const struct given_arguments *arguments,
                    struct given *found, unsigned most)
{
    const uint64_t *registers = arguments->registers;
    struct list list = {arguments, 0, 0, found, 0, most};
    uint64_t given;

    for (; *how != '\0'; how++) {
        given = argument(&list, list.next++);
        if (*how == 's' || *how == 'f' ||
            (*how == 'b' && registers[1] != 0 && registers[2] != 0))
            add(&list, given, false);
        else if (*how == 'd' && registers[1] != 0)
            add(&list, given, true);
        if (*how == 'f' && given != 0)
            read_format(&list, (const char *)(uintptr_t)given);
    }
    return list.count;
}
