/*
 * Lengths and jumps of instructions of x86-64: one of each kind of what follows
 * an opcode.  (Of some ten million of libraries all were as objdump has them.)
 */
#include "instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct sample {
    const char *code; /* with more behind it than the instruction has */
    size_t size;
    enum jump jump;
    int64_t distance;
    bool goes_on;
};

#define MORE "\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90"

static const struct sample samples[] = {
    {"\x90" MORE, 1, JUMP_NONE, 0, true},
    {"\x8b\x04\x24" MORE, 3, JUMP_NONE, 0, true},         /* (rsp) */
    {"\x48\x8b\x05\1\2\3\4" MORE, 7, JUMP_NONE, 0, true}, /* 4(rip) */
    {"\x8b\x04\x25\1\2\3\4" MORE, 7, JUMP_NONE, 0, true}, /* absolute */
    {"\x8b\x44\x24\x08" MORE, 4, JUMP_NONE, 0, true},     /* 8(rsp) */
    {"\x8b\x80\1\2\3\4" MORE, 6, JUMP_NONE, 0, true},     /* far(rax) */
    {"\x83\xc0\x01" MORE, 3, JUMP_NONE, 0, true},         /* add $1 */
    {"\x66\x81\xc0\1\2" MORE, 5, JUMP_NONE, 0, true},     /* addw $ */
    {"\x48\xb8\1\2\3\4\5\6\7\10" MORE, 10, JUMP_NONE, 0, true},
    {"\xb8\1\2\3\4" MORE, 5, JUMP_NONE, 0, true},             /* mov $, eax */
    {"\xf6\xc0\1" MORE, 3, JUMP_NONE, 0, true},               /* test $ */
    {"\xf7\xd8" MORE, 2, JUMP_NONE, 0, true},                 /* neg */
    {"\xf7\xc0\1\2\3\4" MORE, 6, JUMP_NONE, 0, true},         /* test $ */
    {"\xc8\1\2\3" MORE, 4, JUMP_NONE, 0, true},               /* enter */
    {"\xf3\x0f\x1e\xfa" MORE, 4, JUMP_NONE, 0, true},         /* endbr64 */
    {"\x66\x0f\x3a\x0f\xc1\x08" MORE, 6, JUMP_NONE, 0, true}, /* palignr */
    {"\xc5\xf9\x70\xc0\x01" MORE, 5, JUMP_NONE, 0, true},     /* vpshufd */
    {"\xc4\xe2\x7d\x18\x00" MORE, 5, JUMP_NONE, 0, true},     /* vbroadcastss */
    {"\x62\xf1\x7c\x48\x10\x00" MORE, 6, JUMP_NONE, 0, true}, /* vmovups */
    {"\xe8\1\2\3\4" MORE, 5, JUMP_NONE, 0, true},             /* call */
    {"\x75\xfe" MORE, 2, JUMP_TO, -2, true},                  /* jne */
    {"\x0f\x84\xff\xff\xff\xff" MORE, 6, JUMP_TO, -1, true},  /* je */
    {"\xeb\x10" MORE, 2, JUMP_TO, 16, false},                 /* jmp */
    {"\xe9\x00\x01\x00\x00" MORE, 5, JUMP_TO, 256, false},
    {"\xff\xe0" MORE, 2, JUMP_SOMEWHERE, 0, false},     /* jmp *rax */
    {"\x3e\xff\xe0" MORE, 3, JUMP_SOMEWHERE, 0, false}, /* notrack */
    {"\xff\xd0" MORE, 2, JUMP_NONE, 0, true},           /* call *rax */
    {"\xc3" MORE, 1, JUMP_NONE, 0, false},
    {"\xf3\xc3" MORE, 2, JUMP_NONE, 0, false},
    {"\xf4" MORE, 1, JUMP_NONE, 0, false},             /* hlt */
    {"\x0f\x0b" MORE, 2, JUMP_NONE, 0, false},         /* ud2 */
    {"\x06" MORE, 0, JUMP_NONE, 0, false},             /* none in 64 bits */
    {"\xc4\xe9\x7d\x18" MORE, 0, JUMP_NONE, 0, false}, /* no such map */
};

static void test_instructions(void **state)
{
    size_t i, cut;

    (void)state;
    for (i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const struct sample *sample = &samples[i];
        const unsigned char *code = (const unsigned char *)sample->code;
        struct instruction instruction = instruction_at(code, 15);

        if (instruction.size != sample->size)
            fail_msg("sample %zu has %zu bytes", i, instruction.size);
        assert_int_equal(instruction.jump, sample->jump);
        assert_int_equal(instruction.distance, sample->distance);
        assert_int_equal(instruction.goes_on, sample->goes_on);
        for (cut = 0; cut < sample->size; cut++)
            assert_int_equal(instruction_at(code, cut).size, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
