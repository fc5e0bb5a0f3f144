#include "operand.h"

#include <string.h>

/* What the bytes before the opcode say. */
struct code {
    const struct registers *registers;
    const uint8_t *at, *end;
    bool short_operand, repeated, lock;
    uint8_t scalar;   /* 0xf2, 0xf3: the prefix; else 0 */
    bool elsewhere;   /* another segment, or addresses of 32 bits */
    uint64_t segment; /* the thread's own, if that is all; or 0 */
    bool rex, wide;
    unsigned reg_high, index_high, base_high;
    unsigned map;   /* 0: one byte; 1: 0f; 2: 0f 38; 3: 0f 3a */
    bool partial;   /* a mask, or one number for all: not followed */
    bool vector;    /* VEX or EVEX */
    unsigned third; /* of VEX */
    unsigned base, index;
    unsigned vector_size;
    bool scaled; /* EVEX: a displacement of a byte counts vectors */
    uint8_t opcode;
    uint8_t form; /* ModRM */
};

/* How an opcode uses what ModRM names. */
enum access { NOTHING, LOADS, STORES, BOTH };

struct use {
    enum access access;
    unsigned size;
    unsigned immediate; /* bytes that follow */
};

static const struct use none = {NOTHING, 0, 0};

static uint8_t next(struct code *code)
{
    uint8_t byte = code->at < code->end ? *code->at : 0;

    code->at++;
    return byte;
}

/* ----------------------------------------------------------- prefixes */

static bool take_prefix(struct code *code, uint8_t byte)
{
    switch (byte) {
    case 0x66:
        code->short_operand = true;
        return true;
    case 0xf2:
    case 0xf3:
        code->scalar = byte;
        code->repeated = true;
        return true;
    case 0xf0:
        code->lock = true;
        return true;
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
        return true;
    case 0x64:
        code->segment = code->elsewhere ? 0 : code->registers->thread;
        code->elsewhere = true;
        return true;
    case 0x65:
    case 0x67:
        code->segment = 0;
        code->elsewhere = true;
        return true;
    default:
        return false;
    }
}

static void take_vector_prefix(struct code *code, unsigned pp)
{
    code->vector = true;
    code->short_operand = pp == 1;
    code->scalar = pp == 2 ? 0xf3 : pp == 3 ? 0xf2 : 0;
}

static void take_vex(struct code *code, uint8_t byte)
{
    uint8_t first = next(code), second;

    code->reg_high = (first & 0x80) != 0 ? 0 : 8;
    code->map = 1;
    second = first;
    if (byte == 0xc4) {
        second = next(code);
        code->index_high = (first & 0x40) != 0 ? 0 : 8;
        code->base_high = (first & 0x20) != 0 ? 0 : 8;
        code->map = first & 0x1f;
        code->wide = (second & 0x80) != 0;
    }
    code->vector_size = (second & 4) != 0 ? 32 : 16;
    code->third = ~(unsigned)second >> 3 & 15;
    take_vector_prefix(code, second & 3);
}

/* With a mask, or one number for all, less is accessed: not followed. */
static void take_evex(struct code *code)
{
    uint8_t first = next(code), second = next(code), third = next(code);

    code->reg_high = (first & 0x80) != 0 ? 0 : 8;
    code->index_high = (first & 0x40) != 0 ? 0 : 8;
    code->base_high = (first & 0x20) != 0 ? 0 : 8;
    code->map = first & 7;
    code->partial = (third & 0x17) != 0;
    code->third = ~(unsigned)second >> 3 & 15;
    code->wide = (second & 0x80) != 0;
    code->vector_size = 16U << (third >> 5 & 3);
    code->scaled = true;
    take_vector_prefix(code, second & 3);
}

static void take_rex(struct code *code, uint8_t byte)
{
    code->rex = true;
    code->wide = (byte & 8) != 0;
    code->reg_high = (byte & 4) != 0 ? 8 : 0;
    code->index_high = (byte & 2) != 0 ? 8 : 0;
    code->base_high = (byte & 1) != 0 ? 8 : 0;
}

/* Up to the opcode. */
static void take_opcode(struct code *code)
{
    uint8_t byte = next(code);

    while (take_prefix(code, byte))
        byte = next(code);
    if (byte >= 0x40 && byte <= 0x4f) {
        take_rex(code, byte);
        byte = next(code);
    }
    if (byte == 0xc4 || byte == 0xc5) {
        take_vex(code, byte);
        byte = next(code);
    } else if (byte == 0x62) {
        take_evex(code);
        byte = next(code);
    } else if (byte == 0x0f) {
        code->map = 1;
        byte = next(code);
        if (byte == 0x38 || byte == 0x3a) {
            code->map = byte == 0x38 ? 2 : 3;
            byte = next(code);
        }
    }
    code->opcode = byte;
}

/* ------------------------------------------------------------- opcodes */

static unsigned word(const struct code *code)
{
    return code->wide ? 8 : code->short_operand ? 2 : 4;
}

/* By the lowest bit of the opcode: a byte or a word. */
static unsigned byte_or_word(const struct code *code)
{
    return (code->opcode & 1) == 0 ? 1 : word(code);
}

/* An immediate of a word has four bytes at most. */
static unsigned immediate(const struct code *code)
{
    unsigned size = byte_or_word(code);

    return size > 4 ? 4 : size;
}

static struct use float_use(const struct code *code, unsigned reg)
{
    static const uint8_t sizes[8][8] = {
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 0, 4, 4, 0, 0, 0, 0},
        {4, 4, 4, 4, 4, 4, 4, 4}, {4, 4, 4, 4, 0, 10, 0, 10},
        {8, 8, 8, 8, 8, 8, 8, 8}, {8, 8, 8, 8, 0, 0, 0, 0},
        {2, 2, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 0, 8, 0, 8}};
    unsigned which = code->opcode - 0xd8;
    bool stores = (which & 1) != 0 && reg != 0 && reg != 5;

    return (struct use){stores ? STORES : LOADS, sizes[which][reg], 0};
}

static struct use group_use(const struct code *code, unsigned reg)
{
    unsigned size = byte_or_word(code);

    switch (code->opcode) {
    case 0x80:
    case 0x81:
    case 0x83:
        return (struct use){reg == 7 ? LOADS : BOTH, size,
                            code->opcode == 0x81 ? immediate(code) : 1};
    case 0xc6:
    case 0xc7:
        return reg != 0 ? none : (struct use){STORES, size, immediate(code)};
    case 0xf6:
    case 0xf7:
        return (struct use){reg == 2 || reg == 3 ? BOTH : LOADS, size,
                            reg < 2 ? immediate(code) : 0};
    case 0xfe:
        return reg > 1 ? none : (struct use){BOTH, 1, 0};
    case 0xff:
        return (struct use){reg < 2 ? BOTH : LOADS, reg < 2 ? size : 8, 0};
    default:
        return none;
    }
}

/* Of one byte. */
static struct use plain_use(const struct code *code, unsigned reg)
{
    uint8_t opcode = code->opcode;
    unsigned size = byte_or_word(code);

    if (opcode < 0x40)
        return (opcode & 7) > 3
                   ? none
                   : (struct use){(opcode & 2) != 0 || opcode >= 0x38 ? LOADS
                                                                      : BOTH,
                                  size, 0};
    if (opcode >= 0xd8 && opcode <= 0xdf)
        return float_use(code, reg);
    switch (opcode) {
    case 0x63:
        return (struct use){LOADS, 4, 0};
    case 0x69:
        return (struct use){LOADS, size, immediate(code)};
    case 0x6b:
        return (struct use){LOADS, size, 1};
    case 0x84:
    case 0x85:
    case 0x8a:
    case 0x8b:
        return (struct use){LOADS, size, 0};
    case 0x86:
    case 0x87:
        return (struct use){BOTH, size, 0};
    case 0x88:
    case 0x89:
        return (struct use){STORES, size, 0};
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return (struct use){BOTH, size, opcode < 0xd0};
    default:
        return group_use(code, reg);
    }
}

/* Of a register of vectors, or of one number of it. */
static unsigned packed(const struct code *code)
{
    if (code->scalar != 0)
        return code->scalar == 0xf3 ? 4 : 8;
    return code->vector ? code->vector_size : 16;
}

/* As far as only such of 16 bytes and more have 66, or are VEX. */
static unsigned whole(const struct code *code)
{
    if (code->vector)
        return code->vector_size;
    return code->short_operand || code->scalar != 0 ? 16 : 8;
}

/* Several numbers of four bytes become such of eight. */
static bool widens(const struct code *code)
{
    return code->opcode == 0x5a ? code->scalar == 0 && !code->short_operand
                                : code->scalar == 0xf3;
}

static struct use vector_use(const struct code *code)
{
    switch (code->opcode) {
    case 0x10:
    case 0x28:
        return (struct use){LOADS, packed(code), 0};
    case 0x11:
    case 0x29:
    case 0x2b:
        return (struct use){STORES, packed(code), 0};
    case 0x12:
    case 0x16:
        return (struct use){LOADS, 8, 0};
    case 0x13:
    case 0x17:
    case 0xd6:
        return (struct use){STORES, 8, 0};
    case 0x5a:
    case 0xe6:
        if (!widens(code))
            break;
        return (struct use){code->scaled ? NOTHING : LOADS,
                            (code->vector ? code->vector_size : 16) / 2, 0};
    case 0x2a:
    case 0x6e:
        return (struct use){LOADS, code->wide ? 8 : 4, 0};
    case 0x2c:
    case 0x2d:
        return (struct use){LOADS, packed(code) > 8 ? 8 : packed(code), 0};
    case 0x2e:
    case 0x2f:
        return (struct use){LOADS, code->short_operand ? 8 : 4, 0};
    case 0x6f:
        return (struct use){LOADS, whole(code), 0};
    case 0x7e:
        return code->scalar == 0xf3
                   ? (struct use){LOADS, 8, 0}
                   : (struct use){STORES, code->wide ? 8 : 4, 0};
    case 0x7f:
    case 0xe7:
        return (struct use){STORES, whole(code), 0};
    default:
        break;
    }
    if (code->scaled)
        return none;
    if ((code->opcode >= 0x51 && code->opcode <= 0x5f) || code->opcode == 0xc2)
        return (struct use){LOADS, packed(code), code->opcode == 0xc2};
    if ((code->opcode >= 0x60 && code->opcode <= 0x70) ||
        (code->opcode >= 0x74 && code->opcode <= 0x76) || code->opcode >= 0xd1)
        return (struct use){LOADS, whole(code), code->opcode == 0x70};
    return none;
}

/* Behind 0f. */
static struct use second_use(const struct code *code, unsigned reg)
{
    uint8_t opcode = code->opcode;
    unsigned size = byte_or_word(code);

    if (code->vector)
        return vector_use(code);
    if (opcode >= 0x40 && opcode <= 0x4f)
        return (struct use){LOADS, word(code), 0};
    if (opcode >= 0x90 && opcode <= 0x9f)
        return (struct use){STORES, 1, 0};
    switch (opcode) {
    case 0xa3:
    case 0xaf:
    case 0xbc:
    case 0xbd:
        return (struct use){LOADS, word(code), 0};
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1:
        return (struct use){BOTH, size, 0};
    case 0xb6:
    case 0xbe:
        return (struct use){LOADS, 1, 0};
    case 0xb7:
    case 0xbf:
        return (struct use){LOADS, 2, 0};
    case 0xba:
        return (struct use){reg == 4 ? LOADS : BOTH, word(code), 1};
    case 0xc3:
        return (struct use){STORES, word(code), 0};
    case 0xc7:
        return reg != 1 ? none : (struct use){BOTH, code->wide ? 16 : 8, 0};
    default:
        return vector_use(code);
    }
}

static struct use use_of(const struct code *code)
{
    unsigned reg = code->form >> 3 & 7;

    switch (code->partial ? 9 : code->map) {
    case 0:
        return code->vector ? none : plain_use(code, reg);
    case 1:
        return second_use(code, reg);
    default:
        return none;
    }
}

/* Whether ModRM follows the opcode at all: of those that are known. */
static bool has_form(const struct code *code)
{
    uint8_t opcode = code->opcode;

    if (code->map > 0)
        return code->map != 1 ||
               !((opcode >= 0x80 && opcode <= 0x8f) || opcode == 0x77 ||
                 (opcode >= 0xc8 && opcode <= 0xcf && !code->vector) ||
                 (opcode >= 0x05 && opcode <= 0x0b) ||
                 (opcode >= 0x30 && opcode <= 0x37) ||
                 (opcode >= 0xa0 && opcode <= 0xa2));
    return (opcode < 0x40 && (opcode & 7) < 4) || opcode == 0x63 ||
           opcode == 0x69 || opcode == 0x6b ||
           (opcode >= 0x80 && opcode <= 0x8b) || opcode == 0x8d ||
           opcode == 0x8f || opcode == 0xc0 || opcode == 0xc1 ||
           opcode == 0xc6 || opcode == 0xc7 ||
           (opcode >= 0xd0 && opcode <= 0xd3) ||
           (opcode >= 0xd8 && opcode <= 0xdf) || opcode == 0xf6 ||
           opcode == 0xf7 || opcode == 0xfe || opcode == 0xff;
}

/* ------------------------------------------------------------- addresses */

static int64_t displacement(struct code *code, unsigned mode, unsigned scale)
{
    int32_t value = 0;

    if (mode == 1)
        return (int64_t)(int8_t)next(code) * (int64_t)scale;
    if (code->end - code->at >= (ptrdiff_t)sizeof value)
        memcpy(&value, code->at, sizeof value);
    code->at += sizeof value;
    return value;
}

static uint64_t indexed(struct code *code, unsigned mode, unsigned scale)
{
    const uint64_t *general = code->registers->general;
    uint8_t sib = next(code);
    unsigned base = sib & 7, index = (sib >> 3 & 7) + code->index_high;
    uint64_t address = 0;

    if (index != 4) {
        address = general[index] << (sib >> 6);
        code->index = index;
    }
    if (mode == 0 && base == 5)
        return address + (uint64_t)displacement(code, 2, 1);
    code->base = base + code->base_high;
    address += general[base + code->base_high];
    return mode == 0 ? address
                     : address + (uint64_t)displacement(code, mode, scale);
}

/* What ModRM, which was taken, names in memory. */
static uint64_t address_of(struct code *code, const struct use *use)
{
    unsigned mode = code->form >> 6, base = code->form & 7;
    unsigned scale = code->scaled ? use->size : 1;
    uint64_t address;
    int64_t distance;

    if (base == 4)
        return indexed(code, mode, scale);
    if (mode == 0 && base == 5) { /* from the end of the instruction */
        distance = displacement(code, 2, 1);
        return (uint64_t)(uintptr_t)code->at + use->immediate +
               (uint64_t)distance;
    }
    code->base = base + code->base_high;
    address = code->registers->general[code->base];
    return mode == 0 ? address
                     : address + (uint64_t)displacement(code, mode, scale);
}

/* ----------------------------------------------------------- instructions */

static void add(struct instruction *instruction, uint64_t address,
                uint64_t size, enum access access)
{
    struct operand *operand = &instruction->operands[0];

    if (operand->size > 0)
        operand++;
    if (access != NOTHING)
        *operand =
            (struct operand){address, size, access != STORES, access != LOADS};
}

/* movs, cmps, stos, lods, scas; all rounds of a repeated one. */
static void decode_string(const struct code *code,
                          struct instruction *instruction)
{
    const uint64_t *general = code->registers->general;
    uint64_t size = byte_or_word(code);

    if (code->repeated)
        size = general[1] > UINT32_MAX ? 0 : size * general[1];
    switch (code->opcode & 0xfe) {
    case 0xa4:
        add(instruction, general[6], size, LOADS);
        add(instruction, general[7], size, STORES);
        break;
    case 0xaa:
        add(instruction, general[7], size, STORES);
        break;
    case 0xac:
        add(instruction, general[6], size, LOADS);
        break;
    default: /* those that compare end earlier */
        break;
    }
}

static bool is_string(const struct code *code)
{
    return code->map == 0 && !code->vector &&
           ((code->opcode >= 0xa4 && code->opcode <= 0xa7) ||
            (code->opcode >= 0xaa && code->opcode <= 0xaf));
}

/* For whoever asks what comes of what. */
static void note_encoding(const struct code *code, bool with_form,
                          struct encoding *encoding)
{
    *encoding = (struct encoding){
        .map = code->map,
        .opcode = code->opcode,
        .extension = code->form >> 3 & 7,
        .has_form = with_form,
        .vex = code->vector,
        .evex = code->scaled,
        .masked = code->partial,
        .elsewhere = code->elsewhere,
        .rex = code->rex,
        .wide = code->wide,
        .short_operand = code->short_operand,
        .scalar = code->scalar,
        .reg = (code->form >> 3 & 7) + code->reg_high,
        .other = with_form && code->form >> 6 != 3
                     ? OPERAND_NO_REGISTER
                     : (with_form ? code->form & 7 : code->opcode & 7) +
                           code->base_high,
        .third = code->vector ? code->third : OPERAND_NO_REGISTER,
        .base = code->base,
        .index = code->index,
    };
}

static void decode_form(struct code *code, struct instruction *instruction)
{
    uint64_t address;
    struct use use;

    code->form = next(code);
    if (code->form >> 6 == 3)
        return;
    use = use_of(code);
    address = address_of(code, &use);
    if ((code->elsewhere && code->segment == 0) || use.access == NOTHING ||
        use.size == 0)
        return;
    add(instruction, code->segment + address, use.size, use.access);
    instruction->atomic =
        code->lock ||
        (code->map == 0 && (code->opcode == 0x86 || code->opcode == 0x87));
}

/* Those without ModRM. */
static void decode_others(const struct code *code,
                          struct instruction *instruction)
{
    const uint64_t *general = code->registers->general;
    uint8_t opcode = code->opcode;

    if (is_string(code)) {
        if (!code->elsewhere)
            decode_string(code, instruction);
    } else if (code->map == 0) {
        if (opcode >= 0x50 && opcode <= 0x57)
            add(instruction, general[4] - 8, 8, STORES);
        if (opcode >= 0x58 && opcode <= 0x5f)
            add(instruction, general[4], 8, LOADS);
        instruction->leaves = opcode == 0x9c || opcode == 0x9d ||
                              (opcode >= 0xcc && opcode <= 0xcf);
    }
}

struct instruction operand_decode(const struct registers *registers,
                                  size_t size)
{
    const uint8_t *start = (const uint8_t *)(uintptr_t)registers->ip;
    struct code code = {.registers = registers,
                        .base = OPERAND_NO_REGISTER,
                        .index = OPERAND_NO_REGISTER,
                        .at = start,
                        .end = start + (size < 15 ? size : 15)};
    struct instruction instruction = {.leaves = false};
    bool with_form;

    take_opcode(&code);
    with_form = has_form(&code);
    if (code.map == 1 && !code.vector &&
        (code.opcode == 0x05 || code.opcode == 0x34))
        instruction.leaves = true; /* syscall, sysenter */
    else if (with_form)
        decode_form(&code, &instruction);
    else
        decode_others(&code, &instruction);
    instruction.cut = code.at > code.end;
    if (instruction.cut)
        memset(instruction.operands, 0, sizeof instruction.operands);
    note_encoding(&code, with_form, &instruction.encoding);
    return instruction;
}
