#include "python.h"

#include "arena.h"
#include "python_layout.h"

#include <string.h>

/* What an entry of the table of lines tells. */
enum { LINES_NO_COLUMNS = 13, LINES_LONG = 14, LINES_NONE = 15 };

/* A number of 6 bits a byte, the least first; the lowest one is its sign. */
static int64_t signed_number(const unsigned char *at, const unsigned char *end)
{
    uint64_t value = 0;
    unsigned shift = 0;

    while (at < end && shift < 60) {
        value |= (uint64_t)(*at & 63) << shift;
        shift += 6;
        if ((*at++ & 64) == 0)
            break;
    }
    return value & 1 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
}

/* Bit 7 begins an entry: bits 3 to 6 are its kind, 0 to 2 the number of code
 * units, less one. */
uint32_t python_line(const unsigned char *table, size_t size, uint32_t first,
                     uint64_t offset)
{
    const unsigned char *at = table, *end = table + size;
    int64_t line = first;
    uint64_t until = 0;

    while (at < end) {
        unsigned kind = *at >> 3 & 15;

        until += ((*at & 7U) + 1) * 2;
        if (kind == LINES_LONG || kind == LINES_NO_COLUMNS)
            line += signed_number(at + 1, end);
        else if (kind >= 10 && kind < LINES_NO_COLUMNS)
            line += kind - 10;
        if (offset < until)
            return kind == LINES_NONE || line < 0 || line > INT32_MAX
                       ? 0
                       : (uint32_t)line;
        do
            at++;
        while (at < end && (*at & 128) == 0);
    }
    return 0;
}

/* An object's header; whether it is there and of that type. */
static bool read_header(const char *object, const void *type,
                        char header[PYTHON_HEADER], uint64_t *count)
{
    if (object == NULL ||
        python_memory_copy(object, header, PYTHON_HEADER) != 0 ||
        python_pointer(header, PYTHON_TYPE) != type)
        return false;
    memcpy(count, header + PYTHON_COUNT, sizeof *count);
    return true;
}

/* A character in UTF-8; how many bytes.  What stands for a byte of a file's
 * name that is not UTF-8 (PEP 383) is that byte. */
static size_t put(char *to, uint32_t character)
{
    size_t size = 0;

    if (character >= 0xdc80 && character <= 0xdcff) {
        to[size++] = (char)(character - 0xdc00);
    } else if (character < 0x80) {
        to[size++] = (char)(character == 0 ? '?' : character);
    } else if (character < 0x800) {
        to[size++] = (char)(0xc0 | character >> 6);
        to[size++] = (char)(0x80 | (character & 63));
    } else if (character < 0x10000) {
        to[size++] = (char)(0xe0 | character >> 12);
        to[size++] = (char)(0x80 | (character >> 6 & 63));
        to[size++] = (char)(0x80 | (character & 63));
    } else {
        to[size++] = (char)(0xf0 | (character >> 18 & 7));
        to[size++] = (char)(0x80 | (character >> 12 & 63));
        to[size++] = (char)(0x80 | (character >> 6 & 63));
        to[size++] = (char)(0x80 | (character & 63));
    }
    return size;
}

/* A text of at most `size` bytes; 0: it is none, or too long. */
static uint32_t read_text(const char *object, char *to, size_t size)
{
    char header[PYTHON_HEADER], bytes[PYTHON_FILE_MAX * 4];
    uint64_t count, i;
    uint32_t state, kind;
    size_t length = 0;

    if (!read_header(object, python_types.text, header, &count) ||
        count > size || count > PYTHON_FILE_MAX ||
        python_memory_copy(object + PYTHON_TEXT_STATE, &state, sizeof state) !=
            0)
        return 0;
    kind = PYTHON_TEXT_KIND(state);
    if (!PYTHON_TEXT_COMPACT(state) || (kind != 1 && kind != 2 && kind != 4) ||
        python_memory_copy(object + (PYTHON_TEXT_ASCII(state)
                                         ? python_layout.text_ascii
                                         : python_layout.text_other),
                           bytes, count * kind) != 0)
        return 0;
    for (i = 0; i < count; i++) {
        uint32_t character = 0;

        if (length + 4 > size && !(PYTHON_TEXT_ASCII(state) && length < size))
            return 0;
        memcpy(&character, bytes + i * kind, kind); /* little-endian */
        length += put(to + length, character);
    }
    return (uint32_t)length;
}

static uint32_t read_line(const char *object, uint32_t first, uint64_t offset)
{
    char header[PYTHON_HEADER];
    uint64_t size;
    uint32_t line = 0;
    unsigned char *table;

    if (!read_header(object, python_types.bytes, header, &size) ||
        size > ARENA_TAKE_MAX)
        return 0;
    table = arena_take(size);
    if (table == NULL)
        return 0;
    if (python_memory_copy(object + PYTHON_BYTES, table, size) == 0)
        line = python_line(table, size, first, offset);
    arena_give(table, size);
    return line;
}

void python_find_place(const struct python_frame *frame,
                       struct python_place *place)
{
    const struct python_layout *layout = &python_layout;
    char header[PYTHON_HEADER], code[256];
    uint64_t count;
    uint32_t first;

    place->line = place->file_length = place->function_length = 0;
    if (!read_header(frame->code, python_types.code, header, &count) ||
        python_memory_copy(frame->code, code, layout->code_size) != 0)
        return;
    memcpy(&first, code + layout->code_first_line, sizeof first);
    place->file_length = read_text(python_pointer(code, layout->code_file),
                                   place->file, sizeof place->file);
    place->function_length =
        read_text(python_pointer(code, layout->code_function), place->function,
                  sizeof place->function);
    place->line = read_line(python_pointer(code, layout->code_lines), first,
                            frame->offset);
}
