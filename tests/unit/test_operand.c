/*
 * What instructions do to memory: of those that compilers make of loads and
 * stores, in each form of an address.
 */
#include "libcheck/operand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#if defined(__x86_64__)

#define RAX 0x100000
#define RCX 0x3
#define RDI 0x200000
#define RSI 0x300000
#define R9  0x400000
#define R12 0x500000
#define R13 0x600000

static const struct registers somewhere = {.general = {[0] = RAX,
                                                       [1] = RCX,
                                                       [6] = RSI,
                                                       [7] = RDI,
                                                       [9] = R9,
                                                       [12] = R12,
                                                       [13] = R13}};

static struct instruction decode_at(uint64_t code)
{
    struct registers now = somewhere;

    now.ip = code;
    return operand_decode(&now, 4096);
}

/* One instruction, which is not executed. */
#define DECODE(text)                                                           \
    __extension__({                                                            \
        uint64_t code;                                                         \
        __asm__ volatile("lea 1f(%%rip), %0\n\t"                               \
                         "jmp 2f\n"                                            \
                         "1:\t" text "\n\t"                                    \
                         ".fill 16, 1, 0x90\n"                                 \
                         "2:"                                                  \
                         : "=r"(code));                                        \
        decode_at(code);                                                       \
    })

static void expect(struct instruction found, struct operand operand)
{
    assert_int_equal(found.operands[0].size, operand.size);
    assert_int_equal(found.operands[1].size, 0);
    if (operand.size == 0)
        return;
    assert_int_equal(found.operands[0].address, operand.address);
    assert_int_equal(found.operands[0].loads, operand.loads);
    assert_int_equal(found.operands[0].stores, operand.stores);
}

#define EXPECT(text, at, bytes, does_load, does_store)                         \
    expect(DECODE(text), (struct operand){at, bytes, does_load, does_store})
#define LOADS(text, at, bytes)  EXPECT(text, at, bytes, 1, 0)
#define STORES(text, at, bytes) EXPECT(text, at, bytes, 0, 1)
#define BOTH(text, at, bytes)   EXPECT(text, at, bytes, 1, 1)
#define NOTHING(text)           EXPECT(text, 0, 0, 0, 0)

static void test_addresses(void **state)
{
    (void)state;
    LOADS("mov (%%rax), %%ecx", RAX, 4);
    LOADS("mov 8(%%rax), %%ecx", RAX + 8, 4);
    LOADS("mov -8(%%rax), %%ecx", RAX - 8, 4);
    LOADS("mov -0x1000(%%rax), %%ecx", RAX - 0x1000, 4);
    LOADS("mov (%%rax,%%rcx,4), %%ecx", RAX + 4 * RCX, 4);
    LOADS("mov 5(%%r9,%%r12,8), %%ecx", R9 + 8 * (uint64_t)R12 + 5, 4);
    LOADS("mov (%%r12), %%ecx", R12, 4);
    LOADS("mov (%%r13), %%ecx", R13, 4);
    LOADS("mov 0x40(,%%rcx,8), %%ecx", 0x40 + 8 * RCX, 4);
    LOADS("mov 0x654321, %%ecx", 0x654321, 4);
    NOTHING("mov %%fs:(%%rax), %%ecx");
    NOTHING("mov (%%eax), %%ecx");
    NOTHING("mov %%eax, %%ecx");
    NOTHING("lea 8(%%rax), %%rcx");
}

/* From the end of the instruction, an immediate and all. */
static void test_relative(void **state)
{
    (void)state;
#define RELATIVE(text, bytes)                                                  \
    do {                                                                       \
        struct instruction found;                                              \
        uint64_t code, at;                                                     \
        __asm__ volatile("lea 1f(%%rip), %0\n\t"                               \
                         "lea 3f(%%rip), %1\n\t"                               \
                         "jmp 2f\n"                                            \
                         "1:\t" text "\n\t"                                    \
                         "3:\t.fill 16, 1, 0x90\n"                             \
                         "2:"                                                  \
                         : "=r"(code), "=r"(at));                              \
        found = decode_at(code);                                               \
        assert_int_equal(found.operands[0].address, at);                       \
        assert_int_equal(found.operands[0].size, bytes);                       \
    } while (0)
    RELATIVE("mov 3f(%%rip), %%ecx", 4);
    RELATIVE("movl $5, 3f(%%rip)", 4);
    RELATIVE("movq $5, 3f(%%rip)", 8);
    RELATIVE("movw $5, 3f(%%rip)", 2);
    RELATIVE("movb $5, 3f(%%rip)", 1);
    RELATIVE("cmpl $5, 3f(%%rip)", 4);
    RELATIVE("cmpl $0x12345, 3f(%%rip)", 4);
    RELATIVE("testl $5, 3f(%%rip)", 4);
    RELATIVE("testb $5, 3f(%%rip)", 1);
    RELATIVE("addl $1, 3f(%%rip)", 4);
    RELATIVE("imul $7, 3f(%%rip), %%eax", 4);
    RELATIVE("imul $0x777, 3f(%%rip), %%eax", 4);
    RELATIVE("shll $2, 3f(%%rip)", 4);
    RELATIVE("movsd 3f(%%rip), %%xmm0", 8);
    RELATIVE("btl $2, 3f(%%rip)", 4);
#undef RELATIVE
}

static void test_plain(void **state)
{
    (void)state;
    LOADS("movb (%%rax), %%cl", RAX, 1);
    LOADS("movw (%%rax), %%cx", RAX, 2);
    LOADS("movq (%%rax), %%rcx", RAX, 8);
    LOADS("movzbl (%%rax), %%ecx", RAX, 1);
    LOADS("movswl (%%rax), %%ecx", RAX, 2);
    LOADS("movslq (%%rax), %%rcx", RAX, 4);
    LOADS("addl (%%rax), %%ecx", RAX, 4);
    LOADS("cmpl (%%rax), %%ecx", RAX, 4);
    LOADS("cmpl %%ecx, (%%rax)", RAX, 4);
    LOADS("testl %%ecx, (%%rax)", RAX, 4);
    LOADS("cmove (%%rax), %%ecx", RAX, 4);
    LOADS("imull (%%rax), %%ecx", RAX, 4);
    LOADS("divl (%%rax)", RAX, 4);
    LOADS("pushq (%%rax)", RAX, 8);
    LOADS("call *(%%rax)", RAX, 8);
    STORES("movb %%cl, (%%rax)", RAX, 1);
    STORES("movl %%ecx, (%%rax)", RAX, 4);
    STORES("movq $0, (%%rax)", RAX, 8);
    STORES("sete (%%rax)", RAX, 1);
    BOTH("addl %%ecx, (%%rax)", RAX, 4);
    BOTH("incq (%%rax)", RAX, 8);
    BOTH("negl (%%rax)", RAX, 4);
    BOTH("shll (%%rax)", RAX, 4);
    BOTH("xchgl %%ecx, (%%rax)", RAX, 4);
    BOTH("lock cmpxchgl %%ecx, (%%rax)", RAX, 4);
    BOTH("lock xaddq %%rcx, (%%rax)", RAX, 8);
    NOTHING("nop");
    NOTHING("ret");
    NOTHING("call 1b");
    NOTHING("nopw 0(%%rax,%%rcx,1)");
}

static void test_numbers(void **state)
{
    (void)state;
    LOADS("movss (%%rax), %%xmm1", RAX, 4);
    LOADS("movsd (%%rax), %%xmm1", RAX, 8);
    LOADS("movaps (%%rax), %%xmm1", RAX, 16);
    LOADS("movdqu (%%rax), %%xmm1", RAX, 16);
    LOADS("movq (%%rax), %%xmm1", RAX, 8);
    LOADS("movd (%%rax), %%xmm1", RAX, 4);
    LOADS("addsd (%%rax), %%xmm1", RAX, 8);
    LOADS("mulps (%%rax), %%xmm1", RAX, 16);
    LOADS("cvtsi2sdl (%%rax), %%xmm1", RAX, 4);
    LOADS("cvttsd2si (%%rax), %%ecx", RAX, 8);
    LOADS("ucomisd (%%rax), %%xmm1", RAX, 8);
    LOADS("paddd (%%rax), %%xmm1", RAX, 16);
    LOADS("fldl (%%rax)", RAX, 8);
    LOADS("fldt (%%rax)", RAX, 10);
    LOADS("fildl (%%rax)", RAX, 4);
    STORES("movss %%xmm1, (%%rax)", RAX, 4);
    STORES("movsd %%xmm1, (%%rax)", RAX, 8);
    STORES("movups %%xmm1, (%%rax)", RAX, 16);
    STORES("movdqa %%xmm1, (%%rax)", RAX, 16);
    STORES("movq %%xmm1, (%%rax)", RAX, 8);
    STORES("movd %%xmm1, (%%rax)", RAX, 4);
    STORES("movntdq %%xmm1, (%%rax)", RAX, 16);
    STORES("fstpl (%%rax)", RAX, 8);
    STORES("fstpt (%%rax)", RAX, 10);
    STORES("fistpl (%%rax)", RAX, 4);
    LOADS("vmovups (%%rax), %%ymm1", RAX, 32);
    LOADS("vmovsd 8(%%r9), %%xmm1", R9 + 8, 8);
    LOADS("vaddpd (%%rax), %%ymm2, %%ymm1", RAX, 32);
    LOADS("vaddss (%%rax), %%xmm2, %%xmm1", RAX, 4);
    STORES("vmovdqu %%ymm1, (%%rax)", RAX, 32);
    STORES("vmovss %%xmm9, 4(%%r13)", R13 + 4, 4);
    STORES("vmovdqu64 %%zmm1, 0x80(%%rax)", RAX + 0x80, 64);
    LOADS("vmovups 0x100(%%rax), %%zmm1", RAX + 0x100, 64);
    LOADS("vmovsd 0x40(%%rax), %%xmm20", RAX + 0x40, 8);
    NOTHING("vmovups (%%rax), %%zmm1 %{%%k1%}");
    NOTHING("vaddpd (%%rax)%{1to8%}, %%zmm2, %%zmm1");
    NOTHING("vgatherdpd %%ymm1, (%%rax,%%xmm2,8), %%ymm3");
}

static void test_strings(void **state)
{
    struct instruction found = DECODE("rep movsl");

    (void)state;
    assert_int_equal(found.operands[0].address, RSI);
    assert_int_equal(found.operands[0].size, 4 * RCX);
    assert_true(found.operands[0].loads && !found.operands[0].stores);
    assert_int_equal(found.operands[1].address, RDI);
    assert_int_equal(found.operands[1].size, 4 * RCX);
    assert_true(found.operands[1].stores && !found.operands[1].loads);
    STORES("rep stosb", RDI, RCX);
    STORES("stosq", RDI, 8);
    LOADS("lodsw", RSI, 2);
    NOTHING("repe cmpsb");
}

static void expect_move(struct instruction found, unsigned to, unsigned from)
{
    assert_int_equal(found.to, to);
    assert_int_equal(found.from, from);
}

/* By which a value is followed. */
static void test_moves(void **state)
{
    const unsigned none = OPERAND_NO_REGISTER;

    (void)state;
    expect_move(DECODE("movzwl (%%rax), %%r9d"), 9, none);
    expect_move(DECODE("movslq (%%rax), %%rcx"), 1, none);
    expect_move(DECODE("movl %%r12d, (%%rax)"), none, 12);
    expect_move(DECODE("movl %%ecx, %%r9d"), 9, 1);
    expect_move(DECODE("movzbl %%cl, %%edx"), 2, 1);
    expect_move(DECODE("movsd (%%rax), %%xmm1"), none, none);
    expect_move(DECODE("addl (%%rax), %%ecx"), none, none);
    expect_move(DECODE("movl $1, (%%rax)"), none, none);
}

static void expect_flags(struct instruction found, unsigned from)
{
    assert_true(found.sets_flags);
    assert_int_equal(found.flags_from, from);
}

/* What a poll is made of. */
static void test_flags(void **state)
{
    (void)state;
    expect_flags(DECODE("test %%eax, %%eax"), 1);
    expect_flags(DECODE("cmp %%r9, %%rcx"), 1 << 9 | 1 << 1);
    expect_flags(DECODE("cmp $5, %%r12d"), 1 << 12);
    expect_flags(DECODE("cmp $0x555, %%eax"), 1);
    expect_flags(DECODE("sub $0x555, %%eax"), 1);
    expect_flags(DECODE("and $1, %%ecx"), 1 << 1);
    expect_flags(DECODE("dec %%ecx"), 1 << 1);
    expect_flags(DECODE("test $1, %%cl"), 1 << 1);
    expect_flags(DECODE("cmpl $1, (%%rax)"), 0);
    expect_flags(DECODE("addl %%ecx, (%%rax)"), 1 << 1);
    expect_flags(DECODE("ucomisd %%xmm0, %%xmm1"), ~0U);
    assert_false(DECODE("movl (%%rax), %%ecx").sets_flags);
    assert_false(DECODE("lea (%%rax), %%rcx").sets_flags);
    assert_false(DECODE("call *(%%rax)").sets_flags);
    assert_true(DECODE("je 1b").branches);
    assert_true(DECODE("jne 1b + 0x1000").branches);
    assert_false(DECODE("jmp 1b").branches);
    assert_true(DECODE("xchgl %%ecx, (%%rax)").atomic);
    assert_true(DECODE("lock addl $1, (%%rax)").atomic);
    assert_false(DECODE("addl $1, (%%rax)").atomic);
}

/* What must not be executed step by step. */
static void test_leaves(void **state)
{
    static const uint8_t mov[] = {0x8b, 0x80, 1, 0, 0, 0};
    struct registers now = somewhere;

    (void)state;
    assert_true(DECODE("syscall").leaves);
    assert_true(DECODE("pushfq").leaves);
    assert_true(DECODE("popfq").leaves);
    assert_true(DECODE("int3").leaves);
    assert_true(DECODE("int $0x80").leaves);
    now.ip = (uintptr_t)mov;
    assert_int_equal(operand_decode(&now, 6).operands[0].address, RAX + 1);
    assert_int_equal(operand_decode(&now, 5).operands[0].size, 0);
    assert_true(operand_decode(&now, 1).leaves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_relative),
        cmocka_unit_test(test_plain),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_strings),   cmocka_unit_test(test_moves),
        cmocka_unit_test(test_flags),     cmocka_unit_test(test_leaves)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void test_other_processor(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_other_processor)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
