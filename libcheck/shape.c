#include "shape.h"

#define RAX 0
#define RCX 1
#define RDX 2

static uint64_t bit(unsigned number)
{
    return UINT64_C(1) << number;
}

static uint64_t general(unsigned number)
{
    return number == OPERAND_NO_REGISTER ? 0 : bit(number);
}

static uint64_t vector(unsigned number)
{
    return number == OPERAND_NO_REGISTER ? 0 : bit(SHAPE_VECTORS + number);
}

/* Of the second byte of a register (ah) not: of the register. */
static uint64_t narrow(const struct encoding *code, unsigned number)
{
    return general(!code->rex && number >= 4 && number < 8 ? number - 4
                                                           : number);
}

static uint64_t byte_or_word(const struct encoding *code, unsigned number)
{
    return (code->opcode & 1) == 0 ? narrow(code, number) : general(number);
}

/* ----------------------------------------------------- of one byte */

static void set_to_other(const struct encoding *code, struct shape *shape)
{
    shape->writes = byte_or_word(code, code->other);
    shape->reads = shape->writes;
}

static void arithmetic(const struct encoding *code, struct shape *shape)
{
    uint64_t reg = byte_or_word(code, code->reg);
    uint64_t other = byte_or_word(code, code->other);
    unsigned form = code->opcode & 7, what = code->opcode >> 3;

    shape->sets_flags = true;
    shape->by_flags = what == 2 || what == 3; /* adc, sbb */
    shape->reads = form > 3 ? bit(RAX) : reg | other;
    shape->chooses = what == 3 && reg == other && form < 4;
    shape->joins = what == 1 || what == 4;
    shape->mixes = shape->joins && form < 4 && reg != other;
    if (what == 7)
        return;
    if (shape->chooses) { /* by flags alone */
        shape->reads = 0;
        shape->replaces = true;
    }
    shape->writes = form > 3 ? bit(RAX) : (form & 2) != 0 ? reg : other;
    if (reg == other && form < 4 && (what == 5 || what == 6)) { /* 0 */
        shape->reads = 0;
        shape->replaces = true;
    }
}

static void move(uint64_t from, uint64_t to, struct shape *shape)
{
    shape->reads = from;
    shape->writes = to;
    shape->moves = shape->replaces = true;
}

static void group(const struct encoding *code, struct shape *shape)
{
    unsigned which = code->extension;

    set_to_other(code, shape);
    switch (code->opcode) {
    case 0xf6:
    case 0xf7:
        shape->sets_flags = which != 2;
        if (which < 2) {
            shape->writes = 0;
        } else if (which > 3) {
            shape->reads |= bit(RAX) | bit(RDX);
            shape->writes = bit(RAX) | bit(RDX);
        }
        return;
    default: /* 0xfe, 0xff */
        shape->sets_flags = which < 2;
        if (which < 2)
            return;
        shape->writes = 0;
        shape->branches = which < 6; /* to where it says */
    }
}

/* Those that have no ModRM. */
static void plain(const struct encoding *code, struct shape *shape)
{
    uint8_t opcode = code->opcode;

    if (opcode >= 0x50 && opcode <= 0x57)
        move(general(code->other), 0, shape);
    else if (opcode >= 0x58 && opcode <= 0x5f)
        move(0, general(code->other), shape);
    else if (opcode >= 0x70 && opcode <= 0x7f)
        shape->by_flags = shape->branches = true;
    else if (opcode >= 0x90 && opcode <= 0x97)
        shape->reads = shape->writes = general(code->other) | bit(RAX);
    else if (opcode == 0x99)
        shape->reads = bit(RAX), shape->writes = bit(RDX);
    else if (opcode == 0xa8 || opcode == 0xa9)
        shape->reads = bit(RAX), shape->sets_flags = true;
    else if (opcode >= 0xb8 && opcode <= 0xbf)
        move(0, general(code->other), shape);
    else if (opcode == 0xe3)
        shape->reads = bit(RCX), shape->branches = true;
    else if (opcode < 0x40)
        arithmetic(code, shape);
}

/* Numbers with a point, the old way. */
static void point(const struct encoding *code, struct shape *shape)
{
    shape->reads = shape->writes = bit(SHAPE_POINT);
    if (code->other == OPERAND_NO_REGISTER)
        return;
    if (code->opcode == 0xdf && code->extension == 4)
        shape->writes = bit(RAX); /* what was compared */
    shape->sets_flags = (code->opcode == 0xdb || code->opcode == 0xdf) &&
                        (code->extension == 5 || code->extension == 6);
}

static void one_byte(const struct encoding *code, struct shape *shape)
{
    uint8_t opcode = code->opcode;
    uint64_t reg = byte_or_word(code, code->reg);
    uint64_t other = byte_or_word(code, code->other);

    if (!code->has_form) {
        plain(code, shape);
    } else if (opcode < 0x40) {
        arithmetic(code, shape);
    } else if (opcode >= 0xd8 && opcode <= 0xdf) {
        point(code, shape);
    } else if (opcode >= 0xf6) {
        group(code, shape);
    } else if (opcode == 0x88 || opcode == 0x89) {
        move(reg, other, shape);
        shape->replaces = opcode == 0x89 || other == 0;
    } else if (opcode == 0x8a || opcode == 0x8b) {
        move(other, reg, shape);
        shape->replaces = opcode == 0x8b;
    } else if (opcode == 0x63) {
        move(general(code->other), general(code->reg), shape);
    } else if (opcode == 0x69 || opcode == 0x6b || opcode == 0x8d) {
        shape->reads = general(code->other);
        shape->writes = general(code->reg);
        shape->replaces = true;
        shape->sets_flags = opcode != 0x8d;
    } else if (opcode == 0x84 || opcode == 0x85) {
        shape->reads = reg | other;
        shape->sets_flags = true;
        shape->joins = shape->mixes = reg != other;
    } else if (opcode == 0x86 || opcode == 0x87) {
        shape->reads = shape->writes = reg | other;
    } else if (opcode == 0xc6 || opcode == 0xc7) {
        move(0, other, shape);
        shape->replaces = opcode == 0xc7 || other == 0;
    } else { /* with a number: 80 to 83; shifts */
        set_to_other(code, shape);
        shape->sets_flags = true;
        if (opcode == 0xd2 || opcode == 0xd3)
            shape->reads |= bit(RCX);
        if (opcode <= 0x83 && code->extension == 7) {
            shape->writes = 0;
        }
        shape->by_flags =
            opcode <= 0x83 && (code->extension == 2 || code->extension == 3);
    }
}

/* ----------------------------------------------------- of vectors */

static bool stores_vector(const struct encoding *code)
{
    switch (code->opcode) {
    case 0x11:
    case 0x13:
    case 0x17:
    case 0x29:
    case 0x2b:
    case 0x7f:
    case 0xd6:
    case 0xe7:
        return true;
    default:
        return code->opcode == 0x7e && code->scalar != 0xf3;
    }
}

static bool moves_vector(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    return opcode == 0x28 || opcode == 0x6e || opcode == 0x6f ||
           (opcode == 0x7e && code->scalar == 0xf3) ||
           (opcode == 0x10 &&
            (code->other == OPERAND_NO_REGISTER || code->scalar == 0));
}

static bool shifts_by_number(const struct encoding *code)
{
    return code->map == 1 && code->opcode >= 0x71 && code->opcode <= 0x73;
}

/* And not all as one. */
static bool shifts_lanes(const struct encoding *code)
{
    return shifts_by_number(code) && code->extension != 3 &&
           code->extension != 7;
}

/* Each number by itself, and all of them. */
static bool is_by_lanes(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    if (code->scalar != 0)
        return false;
    if (code->map == 1)
        return (opcode >= 0x54 && opcode <= 0x59) || opcode == 0x51 ||
               (opcode >= 0x5c && opcode <= 0x5f) || opcode == 0xd4 ||
               opcode == 0xd5 || opcode == 0xdb || opcode == 0xdf ||
               opcode == 0xeb || opcode == 0xef ||
               (opcode >= 0x64 && opcode <= 0x66) ||
               (opcode >= 0x74 && opcode <= 0x76) || shifts_lanes(code) ||
               (opcode >= 0xf8 && opcode <= 0xfe);
    return code->map == 2 &&
           (opcode == 0x29 || opcode == 0x37 || opcode == 0x40 ||
            (opcode >= 0x96 && opcode <= 0xbf && (opcode & 15) >= 6 &&
             (opcode & 1) == 0));
}

static bool is_ternary(const struct encoding *code)
{
    return code->evex && code->map == 3 && code->opcode == 0x25;
}

/* Exclusive or, and a difference, of a register with itself; all ones or zeros
 * of what it is. */
static bool is_nothing(const struct encoding *code, uint64_t one,
                       uint64_t other)
{
    uint8_t opcode = code->opcode;

    if (is_ternary(code))
        return one == other && one == vector(code->reg) && !code->masked;
    return code->map == 1 && !code->evex && one == other &&
           (opcode == 0xef || opcode == 0x57 ||
            (opcode >= 0xf8 && opcode <= 0xfb) ||
            (opcode >= 0x74 && opcode <= 0x76));
}

/* By masks of their own registers. */
static bool is_mask_blend(const struct encoding *code)
{
    return code->evex && code->map == 2 && code->opcode >= 0x64 &&
           code->opcode <= 0x66;
}

/* Comparisons, and tests. */
static bool sets_masks(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    if (!code->evex)
        return false;
    if (code->map == 1)
        return (opcode >= 0x64 && opcode <= 0x66) ||
               (opcode >= 0x74 && opcode <= 0x76) || opcode == 0xc2;
    return code->map == 2
               ? opcode == 0x26 || opcode == 0x27 || opcode == 0x29 ||
                     opcode == 0x37 || opcode == 0x39
               : code->map == 3 && ((opcode & 0xde) == 0x1e || opcode == 0x66 ||
                                    opcode == 0x67);
}

/* Numbers of two are chosen by a mask: blend, or the instruction's own. */
static bool blends(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    return code->masked || is_ternary(code) || is_mask_blend(code) ||
           (code->map == 2 &&
            (opcode == 0x10 || opcode == 0x14 || opcode == 0x15)) ||
           (code->map == 3 && opcode >= 0x4a && opcode <= 0x4c);
}

/* And, and not, or: one of them may be a mask. */
static bool joins_vectors(const struct encoding *code)
{
    return code->map == 1 && ((code->opcode >= 0x54 && code->opcode <= 0x56) ||
                              code->opcode == 0xdb || code->opcode == 0xdf ||
                              code->opcode == 0xeb);
}

/* It shuffles, or takes one for all. */
static bool shuffles(const struct encoding *code)
{
    return code->map == 1 ? code->opcode == 0x14 || code->opcode == 0x70 ||
                                code->opcode == 0xc6
                          : code->map == 2 &&
                                (code->opcode == 0x18 || code->opcode == 0x19 ||
                                 code->opcode == 0x58 || code->opcode == 0x59);
}

/* movlps, movlpd, movhps, movhpd from memory. */
static bool loads_half(const struct encoding *code)
{
    return code->map == 1 && code->scalar == 0 && !code->evex &&
           (code->opcode == 0x12 || code->opcode == 0x16) &&
           code->other == OPERAND_NO_REGISTER;
}

/* It shuffles, packs, widens or takes out what is shorter than four bytes. */
static bool splits_four(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    if (code->map == 1)
        return opcode == 0x60 || opcode == 0x61 || opcode == 0x63 ||
               (opcode >= 0x67 && opcode <= 0x69) || opcode == 0x6b ||
               (opcode == 0x70 && code->scalar != 0) || opcode == 0xc4 ||
               opcode == 0xc5;
    return code->map == 2
               ? opcode == 0 || (opcode >= 0x20 && opcode <= 0x35)
               : opcode == 0x0e || opcode == 0x0f || opcode == 0x14 ||
                     opcode == 0x15 || opcode == 0x20;
}

/* From the register to what may be in memory: extracts, and narrows. */
static bool goes_out(const struct encoding *code)
{
    uint8_t opcode = code->opcode;

    return code->map == 3
               ? opcode == 0x19 || opcode == 0x1b || opcode == 0x1d ||
                     opcode == 0x39 || opcode == 0x3b
               : code->map == 2 && code->evex &&
                     ((code->scalar == 0xf3 && opcode >= 0x10 &&
                       opcode <= 0x35 && (opcode & 15) < 6) ||
                      opcode == 0x63 || opcode == 0x8a || opcode == 0x8b);
}

static void vectors(const struct encoding *code, struct shape *shape)
{
    uint64_t reg = vector(code->reg), other = vector(code->other);
    bool alike = is_nothing(code, code->vex ? vector(code->third) : reg, other);

    shape->blends = blends(code) && !alike;
    shape->mixes = shape->blends || joins_vectors(code);
    shape->rearranges = shifts_by_number(code) || shuffles(code);
    shape->splits = splits_four(code);
    if (loads_half(code)) {
        shape->reads = code->vex ? vector(code->third) : reg;
        shape->writes = reg;
        shape->merges = true;
        shape->half = code->opcode == 0x12 ? SHAPE_LOW : SHAPE_HIGH;
        shape->replaces = code->vex;
        return;
    }
    if (code->map == 1 && stores_vector(code)) {
        move(reg, code->opcode == 0x7e ? general(code->other) : other, shape);
        shape->reads |= code->masked ? bit(SHAPE_MASKS) : 0;
        return;
    }
    if (code->map == 1 && moves_vector(code)) {
        move(code->opcode == 0x6e ? general(code->other) : other, reg, shape);
        shape->reads |= code->masked ? reg | bit(SHAPE_MASKS) : 0;
        shape->replaces = !code->masked;
        return;
    }
    shape->lanes_stay = is_by_lanes(code);
    if (shifts_by_number(code)) {
        shape->reads = other;
        shape->writes = code->vex ? vector(code->third) : other;
        shape->replaces = !code->evex;
        return;
    }
    shape->reads = reg | other;
    if (code->vex)
        shape->reads |= vector(code->third);
    shape->writes = reg;
    if (alike) {
        shape->reads = 0;
        shape->replaces = true;
    } else if (code->vex && code->map == 1) {
        shape->reads = other | vector(code->third);
        shape->replaces = !code->masked;
    }
    if (goes_out(code)) {
        shape->reads = reg;
        shape->writes = other;
        shape->replaces = !code->masked;
    }
    if (sets_masks(code)) {
        shape->reads = other | vector(code->third);
        shape->writes = bit(SHAPE_MASKS);
        shape->replaces = false;
    } else if (code->masked) {
        shape->reads |= reg;
    }
    if (code->masked || is_mask_blend(code))
        shape->reads |= bit(SHAPE_MASKS);
}

/* Between registers of two kinds; false: not so. */
static bool between_kinds(const struct encoding *code, struct shape *shape)
{
    uint8_t opcode = code->opcode;
    bool to_general = code->map == 1 ? opcode == 0x2c || opcode == 0x2d ||
                                           opcode == 0x50 || opcode == 0xc5 ||
                                           opcode == 0xd7
                                     : false;
    bool to_vector = code->map == 1
                         ? opcode == 0x2a || opcode == 0xc4
                         : code->map == 3 && opcode >= 0x20 && opcode <= 0x22;

    if (to_general) {
        shape->reads = vector(code->other);
        shape->writes = general(code->reg);
        shape->replaces = true;
    } else if (to_vector) {
        shape->reads = vector(code->reg) | general(code->other);
        if (code->vex)
            shape->reads |= vector(code->third);
        shape->writes = vector(code->reg);
    } else if (code->map == 3 && opcode >= 0x14 && opcode <= 0x17) {
        shape->reads = vector(code->reg);
        shape->writes = general(code->other);
    }
    return shape->reads != 0;
}

/* ----------------------------------------------------- behind 0f */

static bool is_of_masks(const struct encoding *code)
{
    return code->vex && !code->evex && code->map == 1 &&
           ((code->opcode >= 0x41 && code->opcode <= 0x4b) ||
            (code->opcode >= 0x90 && code->opcode <= 0x99));
}

static void masks(const struct encoding *code, struct shape *shape)
{
    shape->reads = shape->writes = bit(SHAPE_MASKS);
    if (code->opcode == 0x92)
        shape->reads |= general(code->other);
    if (code->opcode == 0x93)
        shape->writes = general(code->reg);
    shape->sets_flags = code->opcode == 0x98 || code->opcode == 0x99;
}

/* 0f, general registers; false: not such a one. */
static bool second_general(const struct encoding *code, struct shape *shape)
{
    uint8_t opcode = code->opcode;
    uint64_t reg = general(code->reg), other = general(code->other);

    if (opcode >= 0x40 && opcode <= 0x4f) {
        shape->reads = reg | other;
        shape->writes = reg;
        shape->by_flags = shape->selects = true;
    } else if (opcode >= 0x90 && opcode <= 0x9f) {
        shape->writes = narrow(code, code->other);
        shape->by_flags = shape->tells = true;
    } else if (opcode == 0xb6 || opcode == 0xbe) {
        move(narrow(code, code->other), reg, shape);
    } else if (opcode == 0xb7 || opcode == 0xbf) {
        move(other, reg, shape);
    } else if (opcode == 0xaf || opcode == 0xb8 || opcode == 0xbc ||
               opcode == 0xbd) {
        shape->reads = reg | other;
        shape->writes = reg;
        shape->sets_flags = true;
    } else if (opcode >= 0xa3 && opcode <= 0xc1 &&
               opcode != 0xae) { /* bits, xadd, cmpxchg */
        shape->reads = reg | other | (opcode == 0xb0 || opcode == 0xb1);
        shape->writes = shape->reads;
        shape->sets_flags = true;
    } else if (opcode == 0xc3) {
        move(reg, other, shape);
    } else if (opcode == 0xc7) {
        shape->reads = shape->writes = bit(RAX) | bit(RDX);
        shape->sets_flags = true;
    } else {
        return opcode < 0x10 || (opcode >= 0x18 && opcode <= 0x1f);
    }
    return true;
}

/* 0f 38 f0 and on; 0f 3a f0. */
static void bits(const struct encoding *code, struct shape *shape)
{
    shape->reads = general(code->reg) | general(code->other);
    shape->writes = general(code->reg) | general(code->third);
    if (code->third != OPERAND_NO_REGISTER)
        shape->reads |= general(code->third) | bit(RDX);
    if (code->map != 2)
        return;
    shape->mixes = code->opcode == 0xf2; /* and not */
    /* others that look alike do not set them: shlx, pdep, mulx, movbe */
    shape->sets_flags = shape->mixes || code->opcode == 0xf3 ||
                        ((code->opcode == 0xf5 || code->opcode == 0xf7) &&
                         code->scalar == 0 && !code->short_operand);
}

static void later_bytes(const struct encoding *code, struct shape *shape)
{
    uint8_t opcode = code->opcode;

    if (!code->has_form) {
        shape->branches = shape->by_flags = opcode >= 0x80 && opcode <= 0x8f;
        return;
    }
    if (is_of_masks(code)) {
        masks(code, shape);
    } else if (code->map == 1 && !code->vex && second_general(code, shape)) {
        return;
    } else if (code->map > 1 && opcode >= 0xf0 && !code->evex) {
        bits(code, shape);
    } else if (code->map == 1 && (opcode == 0x2e || opcode == 0x2f)) {
        shape->reads = vector(code->reg) | vector(code->other);
        shape->sets_flags = true;
    } else if (!between_kinds(code, shape)) {
        vectors(code, shape);
        if (code->map == 2 && !code->evex &&
            (opcode == 0x17 || opcode == 0x0e || opcode == 0x0f))
            shape->sets_flags = true;
        if (code->map == 3 && opcode >= 0x60 && opcode <= 0x63) {
            shape->sets_flags = true;
            shape->writes |= bit(RCX) | vector(0);
        }
    }
}

struct shape shape_of(const struct encoding *code)
{
    struct shape shape = {
        .addresses = general(code->base) | general(code->index),
    };

    if (code->map == 0)
        one_byte(code, &shape);
    else
        later_bytes(code, &shape);
    return shape;
}

bool shape_is_vector(const struct instruction *instruction)
{
    const struct encoding *code = &instruction->encoding;

    return instruction->operands[0].size > 8 ||
           (code->map == 1 && code->opcode == 0x7e && code->scalar == 0xf3);
}

bool shape_is_copy(const struct encoding *code)
{
    return code->map == 0 && !code->vex &&
           (code->opcode == 0xa4 || code->opcode == 0xa5);
}

bool shape_is_fence(const struct encoding *code)
{
    return code->map == 1 && !code->vex && code->opcode == 0xae &&
           code->has_form && code->other != OPERAND_NO_REGISTER;
}

bool shape_is_call(const struct encoding *code)
{
    return code->map == 0 && (code->opcode == 0xe8 ||
                              (code->opcode == 0xff && code->extension == 2));
}
