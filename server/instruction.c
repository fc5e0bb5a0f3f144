/*
 * instruction.c - the lengths of instructions of x86-64, by their opcodes.
 */
#include "instruction.h"

#include <string.h>

/*
 * What follows each opcode: '.' nothing; 'M' ModRM, and what that asks for; 'B'
 * and 'Z' the same and a number, of one byte, and of four (two with the prefix
 * 66); 'b', 'z', 'w' such numbers alone ('w': of two bytes); 'v' one of up to
 * eight; 'e' one of three; 'o' an address; 'j', 'J' the distance of a jump, of
 * one and of four bytes; 'c' that of a call; 'g', 'G' ModRM, and a number for
 * two of its functions; 'I' ModRM, and a jump for two of them; 'p' a prefix, or
 * more of the opcode; 'x' not known.
 */
static const char one_byte[] = "MMMMbzxxMMMMbzxp" /* 00 */
                               "MMMMbzxxMMMMbzxx" /* 10 */
                               "MMMMbzpxMMMMbzpx" /* 20 */
                               "MMMMbzpxMMMMbzpx" /* 30 */
                               "pppppppppppppppp" /* 40 */
                               "................" /* 50 */
                               "xxpMppppzZbB...." /* 60 */
                               "jjjjjjjjjjjjjjjj" /* 70 */
                               "BZxBMMMMMMMMMMMx" /* 80 */
                               "..........x....." /* 90 */
                               "oooo....bz......" /* a0 */
                               "bbbbbbbbvvvvvvvv" /* b0 */
                               "BBw.ppBZe.w..bx." /* c0 */
                               "MMMMxxx.MMMMMMMM" /* d0 */
                               "jjjjbbbbcJxj...." /* e0 */
                               "p.pp..gG......MI" /* f0 */;
static const char two_bytes[] = "MMMMx.....x.xM.B" /* 00 */
                                "MMMMMMMMMMMMMMMM" /* 10 */
                                "MMMMxxxxMMMMMMMM" /* 20 */
                                "........pxpxxxxx" /* 30 */
                                "MMMMMMMMMMMMMMMM" /* 40 */
                                "MMMMMMMMMMMMMMMM" /* 50 */
                                "MMMMMMMMMMMMMMMM" /* 60 */
                                "BBBBMMM.MMxxMMMM" /* 70 */
                                "JJJJJJJJJJJJJJJJ" /* 80 */
                                "MMMMMMMMMMMMMMMM" /* 90 */
                                "...MBMxx...MBMMM" /* a0 */
                                "MMMMMMMMMMBMMMMM" /* b0 */
                                "MMBMBBBM........" /* c0 */
                                "MMMMMMMMMMMMMMMM" /* d0 */
                                "MMMMMMMMMMMMMMMM" /* e0 */
                                "MMMMMMMMMMMMMMMM" /* f0 */;

/* The tables after 0f: 38 and 3a. */
enum map { MAP_ONE, MAP_TWO, MAP_38, MAP_3A };

struct reader {
    const unsigned char *code;
    size_t size, at;
    bool short_operand, short_address, wide;
    enum map map;
};

/* 0 behind the end, which the length tells. */
static unsigned byte_at(const struct reader *reader, size_t at)
{
    return at < reader->size ? reader->code[at] : 0;
}

static bool is_prefix(unsigned byte)
{
    return (byte >= 0x64 && byte <= 0x67) || byte == 0xf0 || byte == 0xf2 ||
           byte == 0xf3 || (byte & 0xe7) == 0x26;
}

/* VEX and EVEX say which table is meant; false: none that is known. */
static bool read_vector_prefix(struct reader *reader)
{
    unsigned first = byte_at(reader, reader->at), map = MAP_TWO;

    if (first == 0xc4)
        map = byte_at(reader, reader->at + 1) & 0x1f;
    else if (first == 0x62)
        map = byte_at(reader, reader->at + 1) & 7;
    reader->at += first == 0xc5 ? 2 : first == 0xc4 ? 3 : 4;
    reader->map = (enum map)map;
    return map >= MAP_TWO && map <= MAP_3A;
}

static bool read_prefixes(struct reader *reader)
{
    unsigned byte;

    while (is_prefix(byte = byte_at(reader, reader->at))) {
        reader->short_operand |= byte == 0x66;
        reader->short_address |= byte == 0x67;
        reader->at++;
    }
    if ((byte & 0xf0) == 0x40) {
        reader->wide = (byte & 8) != 0;
        byte = byte_at(reader, ++reader->at);
    }
    if (byte == 0xc4 || byte == 0xc5 || byte == 0x62)
        return read_vector_prefix(reader);
    if (byte != 0x0f)
        return true;
    reader->map = MAP_TWO;
    byte = byte_at(reader, ++reader->at);
    if (byte == 0x38 || byte == 0x3a) {
        reader->map = byte == 0x38 ? MAP_38 : MAP_3A;
        reader->at++;
    }
    return true;
}

static char what_follows(const struct reader *reader, unsigned opcode)
{
    switch (reader->map) {
    case MAP_ONE:
        return one_byte[opcode];
    case MAP_TWO:
        return two_bytes[opcode];
    default:
        return reader->map == MAP_38 ? 'M' : 'B';
    }
}

/* ModRM, and where in memory that says. */
static void skip_form(struct reader *reader)
{
    unsigned form = byte_at(reader, reader->at++), mode = form >> 6;
    unsigned base = form & 7;

    if (mode == 3)
        return;
    if (base == 4)
        base = byte_at(reader, reader->at++) & 7;
    if (mode == 1)
        reader->at++;
    else if (mode == 2 || base == 5)
        reader->at += 4;
}

static size_t number_size(const struct reader *reader, char follows)
{
    switch (follows) {
    case 'B':
    case 'b':
    case 'g':
    case 'j':
        return 1;
    case 'w':
        return 2;
    case 'e':
        return 3;
    case 'c':
    case 'J':
        return 4;
    case 'o':
        return reader->short_address ? 4 : 8;
    case 'v':
        if (reader->wide)
            return 8; /* fall through */
    case 'Z':
    case 'z':
    case 'G':
        return reader->short_operand && !reader->wide ? 2 : 4;
    default:
        return 0;
    }
}

static int64_t distance_at(const struct reader *reader, size_t size)
{
    int32_t distance;

    if (size == 1)
        return (int8_t)byte_at(reader, reader->at);
    memcpy(&distance, reader->code + reader->at, sizeof distance);
    return distance;
}

/* Returns, and what ends the program (hlt, ud2), do not; nor does a jump that
 * asks for nothing. */
static bool goes_on(const struct reader *reader, unsigned opcode,
                    enum jump jump)
{
    if (reader->map == MAP_TWO)
        return opcode != 0x0b;
    return reader->map != MAP_ONE ||
           !(jump == JUMP_SOMEWHERE || opcode == 0xe9 || opcode == 0xeb ||
             (opcode & 0xfe) == 0xc2 || (opcode & 0xfe) == 0xca ||
             opcode == 0xcf || opcode == 0xf4);
}

struct instruction instruction_at(const unsigned char *code, size_t size)
{
    struct reader reader = {.code = code, .size = size};
    struct instruction instruction = {0, JUMP_NONE, 0, false};
    unsigned function = 0, opcode;
    size_t number;
    char follows;

    if (!read_prefixes(&reader))
        return instruction;
    opcode = byte_at(&reader, reader.at++);
    follows = what_follows(&reader, opcode);
    if (strchr("xp", follows) != NULL)
        return instruction;
    if (strchr("MBZgGI", follows) != NULL) {
        function = byte_at(&reader, reader.at) >> 3 & 7;
        skip_form(&reader);
    }
    number = strchr("gG", follows) != NULL && function > 1
                 ? 0
                 : number_size(&reader, follows);
    if (reader.at + number > size)
        return instruction;
    if (follows == 'j' || follows == 'J') {
        instruction.jump = JUMP_TO;
        instruction.distance = distance_at(&reader, number);
    } else if (follows == 'I' && (function == 4 || function == 5)) {
        instruction.jump = JUMP_SOMEWHERE;
    }
    instruction.size = reader.at + number;
    instruction.goes_on = goes_on(&reader, opcode, instruction.jump);
    return instruction;
}
