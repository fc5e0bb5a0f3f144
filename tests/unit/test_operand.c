/*
 * What instructions do to memory: of those that compilers make of loads and
 * stores, in each form of an address.
 */
#include "libcheck/flow.h"
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

static uint64_t thread;

static struct instruction decode_at(uint64_t code)
{
    struct registers now = somewhere;

    now.ip = code;
    now.thread = thread;
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

/* The thread's own variables, if it is known where they are. */
static void test_thread(void **state)
{
    (void)state;
    thread = 0x700000;
    LOADS("mov %%fs:(%%rax), %%ecx", 0x700000 + RAX, 4);
    LOADS("mov %%fs:0xffffffffffffffc0, %%ecx", 0x700000 - 0x40, 4);
    STORES("mov %%ecx, %%fs:8(%%rax)", 0x700000 + RAX + 8, 4);
    NOTHING("mov %%gs:(%%rax), %%ecx");
    NOTHING("mov %%fs:(%%eax), %%ecx");
    thread = 0;
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
    RELATIVE("pshufd $8, 3f(%%rip), %%xmm1", 16);
    RELATIVE("cmpeqpd 3f(%%rip), %%xmm1", 16);
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
    LOADS("pcmpeqd (%%rax), %%xmm1", RAX, 16);
    LOADS("pshufd $8, (%%rax), %%xmm1", RAX, 16);
    LOADS("cmpeqpd (%%rax), %%xmm1", RAX, 16);
    LOADS("cmpltsd (%%rax), %%xmm1", RAX, 8);
    LOADS("cmpltss (%%rax), %%xmm1", RAX, 4);
    LOADS("cvtps2pd (%%rax), %%xmm1", RAX, 8);
    LOADS("vcvtps2pd (%%rax), %%ymm1", RAX, 16);
    LOADS("cvtpd2ps (%%rax), %%xmm1", RAX, 16);
    LOADS("cvtss2sd (%%rax), %%xmm1", RAX, 4);
    LOADS("cvtdq2pd (%%rax), %%xmm1", RAX, 8);
    LOADS("vcvtdq2pd (%%rax), %%ymm1", RAX, 16);
    LOADS("cvttpd2dq (%%rax), %%xmm1", RAX, 16);
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
    STORES("vmovdqu64 %%ymm16, (%%rdi)", RDI, 32);
    STORES("vmovdqu64 %%ymm16, -0x20(%%rdi,%%rcx)", RDI + RCX - 0x20, 32);
    STORES("vmovdqu %%ymm0, -0x20(%%rdi,%%rcx)", RDI + RCX - 0x20, 32);
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

#define VALUE UINT64_C(4)

/* What becomes of a value that the first one loads. */
#define FLOW(flow, first, ...)                                                 \
    do {                                                                       \
        const struct instruction run[] = {first, __VA_ARGS__};                 \
        unsigned at;                                                           \
                                                                               \
        memset(&(flow), 0, sizeof(flow));                                      \
        for (at = 0; at < sizeof run / sizeof run[0]; at++)                    \
            flow_step(&(flow), &run[at], at == 0 ? VALUE : 0,                  \
                      at == 0 && run[0].operands[0].size > 8 ? FLOW_SEVERAL    \
                                                             : FLOW_ONE,       \
                      run[at].encoding.base == OPERAND_NO_REGISTER &&          \
                          run[at].encoding.other == OPERAND_NO_REGISTER &&     \
                          run[at].encoding.has_form);                          \
    } while (0)

#define FLOW_IS(field, value, first, ...)                                      \
    do {                                                                       \
        static struct flow flow;                                               \
                                                                               \
        FLOW(flow, DECODE(first), __VA_ARGS__);                                \
        assert_int_equal(flow.field, value);                                   \
    } while (0)

/* The program goes by the value. */
#define DECIDES(first, ...)     FLOW_IS(decided, VALUE, first, __VA_ARGS__)
#define DECIDES_NOT(first, ...) FLOW_IS(decided, 0, first, __VA_ARGS__)

/* What a poll is made of. */
static void test_polls(void **state)
{
    (void)state;
    DECIDES("cmpl $0, (%%rax)", DECODE("je 1b"));
    DECIDES("movl (%%rax), %%ecx", DECODE("test %%ecx, %%ecx"),
            DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("cmp $1, %%edx"), DECODE("sete %%cl"),
            DECODE("test %%cl, %%cl"), DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("movl %%edx, 8(%%rsi)"),
            DECODE("xorl %%edx, %%edx"), DECODE("addl 8(%%rsi), %%r9d"),
            DECODE("test %%r9d, %%r9d"), DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("lea 5(%%rdx), %%rcx"),
            DECODE("cmp %%rcx, %%rsi"), DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("cmp $1, %%edx"),
            DECODE("adc $0, %%ecx"), DECODE("test %%ecx, %%ecx"),
            DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("movl (%%rsi,%%rdx,4), %%ecx"),
            DECODE("test %%ecx, %%ecx"), DECODE("je 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("jmp *(%%rsi,%%rdx,8)"));
    DECIDES("movsd (%%rax), %%xmm1", DECODE("movapd %%xmm1, %%xmm0"),
            DECODE("addsd %%xmm0, %%xmm2"), DECODE("ucomisd %%xmm2, %%xmm3"),
            DECODE("jp 1b"));
    DECIDES("cvtsi2sd (%%rax), %%xmm1", DECODE("comisd %%xmm1, %%xmm2"),
            DECODE("ja 1b"));
    DECIDES("fldl (%%rax)", DECODE("fcomip"), DECODE("ja 1b"));
    DECIDES("movl (%%rax), %%edx", DECODE("movl %%edx, %%ecx"),
            DECODE("jrcxz 1b"));
}

static void test_values(void **state)
{
    (void)state;
    DECIDES_NOT("movl (%%rax), %%ecx", DECODE("movl $5, %%ecx"),
                DECODE("test %%ecx, %%ecx"), DECODE("je 1b"));
    DECIDES_NOT("movl (%%rax), %%ecx", DECODE("xorl %%ecx, %%ecx"),
                DECODE("test %%ecx, %%ecx"), DECODE("je 1b"));
    DECIDES_NOT("movl (%%rax), %%ecx", DECODE("movl %%ecx, 8(%%rsi)"),
                DECODE("movl $1, 8(%%rsi)"), DECODE("cmpl $1, 8(%%rsi)"),
                DECODE("je 1b"));
    DECIDES_NOT("addl (%%rax), %%ecx", DECODE("cmp $5, %%edx"),
                DECODE("je 1b"));
    DECIDES_NOT("movsd (%%rax), %%xmm1", DECODE("cmp $5, %%ecx"),
                DECODE("je 1b"));
    DECIDES_NOT("movl (%%rax), %%ecx", DECODE("test %%ecx, %%ecx"),
                DECODE("jmp 1b"));
    assert_true(DECODE("xchgl %%ecx, (%%rax)").atomic);
    assert_true(DECODE("lock addl $1, (%%rax)").atomic);
    assert_false(DECODE("addl $1, (%%rax)").atomic);
}

/* What the program may not have asked for. */
#define UNASKED(first, ...) FLOW_IS(unasked, VALUE, first, __VA_ARGS__)
#define ASKED(first, ...)   FLOW_IS(unasked, 0, first, __VA_ARGS__)

static void test_unasked(void **state)
{
    (void)state;
    UNASKED("cmovne (%%rax), %%ecx", DECODE("nop"));
    UNASKED("movl (%%rax), %%edx", DECODE("test %%ecx, %%ecx"),
            DECODE("cmovne %%edx, %%r9d"));
    ASKED("movl (%%rax), %%edx", DECODE("cmp %%ecx, %%edx"),
          DECODE("cmovl %%edx, %%ecx"));
    UNASKED("movl (%%rax), %%edx", DECODE("cmp $1, %%ecx"),
            DECODE("sbb %%ecx, %%ecx"), DECODE("orl %%edx, %%ecx"));
    ASKED("movl (%%rax), %%edx", DECODE("movl $1, %%ecx"),
          DECODE("orl %%edx, %%ecx"));
    UNASKED("movl (%%rax), %%edx", DECODE("negl %%ecx"),
            DECODE("andl %%edx, %%ecx"));
    UNASKED("andl (%%rax), %%ecx", DECODE("nop"));
    UNASKED("movl (%%rax), %%edx", DECODE("cmp $1, %%esi"),
            DECODE("shlx %%edx, %%ecx, %%edx"), DECODE("cmove %%ecx, %%edx"));
    ASKED("movl (%%rax), %%edx", DECODE("andl $1, %%edx"));
    ASKED("movl (%%rax), %%edx", DECODE("andl %%edx, %%edx"));
    UNASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"),
            DECODE("andl %%esi, %%ecx"));
    UNASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"),
            DECODE("test %%cl, %%sil"));
    UNASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"),
            DECODE("movzbl %%cl, %%ecx"), DECODE("orl %%ecx, %%esi"));
    UNASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"),
            DECODE("movb %%cl, (%%rsi)"));
    UNASKED("cmpl $1, (%%rax)", DECODE("sete (%%rsi)"));
    ASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"), DECODE("movzbl %%cl, %%ecx"),
          DECODE("addl %%ecx, %%esi"));
    ASKED("cmpl $1, (%%rax)", DECODE("sete %%cl"), DECODE("test %%cl, %%cl"));
    ASKED("cmpl $1, (%%rax)", DECODE("je 1b"));
    UNASKED("movsd (%%rax), %%xmm1", DECODE("andpd %%xmm1, %%xmm2"));
    UNASKED("movsd (%%rax), %%xmm1", DECODE("andnpd %%xmm1, %%xmm2"));
    ASKED("movsd (%%rax), %%xmm1", DECODE("andpd 16(%%rip), %%xmm1"));
    ASKED("movsd (%%rax), %%xmm1", DECODE("movapd 16(%%rip), %%xmm2"),
          DECODE("andpd %%xmm1, %%xmm2"));
    ASKED("movss (%%rax), %%xmm1", DECODE("pcmpeqd %%xmm2, %%xmm2"),
          DECODE("psrld $1, %%xmm2"), DECODE("andps %%xmm1, %%xmm2"));
    UNASKED("movss (%%rax), %%xmm1", DECODE("pcmpeqd %%xmm2, %%xmm2"),
            DECODE("pcmpgtd %%xmm3, %%xmm2"), DECODE("andps %%xmm1, %%xmm2"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("pcmpeqd %%xmm2, %%xmm2"),
            DECODE("psrld $31, %%xmm2"), DECODE("pcmpeqd %%xmm3, %%xmm1"),
            DECODE("pand %%xmm1, %%xmm2"));
    UNASKED("movl (%%rax), %%ecx", DECODE("orl %%ecx, %%edx"));
    UNASKED("orl (%%rax), %%ecx", DECODE("jne 1b"));
    ASKED("movl (%%rax), %%ecx", DECODE("orl $1, %%ecx"));
    UNASKED("movl (%%rax), %%ecx", DECODE("lea 1(%%rsi), %%edx"),
            DECODE("andl %%edx, %%ecx"));
    UNASKED("movss (%%rax), %%xmm1", DECODE("por %%xmm2, %%xmm1"));
    ASKED("movdqu (%%rax), %%xmm1", DECODE("movdqa %%xmm1, %%xmm2"),
          DECODE("pcmpgtd %%xmm3, %%xmm2"), DECODE("pand %%xmm2, %%xmm1"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("pand (%%rsi), %%xmm1"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("movdqa %%xmm3, %%xmm2"),
            DECODE("pcmpgtd %%xmm4, %%xmm2"), DECODE("pand %%xmm2, %%xmm1"));
    UNASKED("movsd (%%rax), %%xmm1", DECODE("blendvpd %%xmm0, %%xmm1, %%xmm2"));
    UNASKED("vmovsd (%%rax), %%xmm1",
            DECODE("vblendvpd %%xmm3, %%xmm1, %%xmm2, %%xmm0"));
    UNASKED("vmovsd (%%rax), %%xmm1",
            DECODE("vmovsd %%xmm1, %%xmm0, %%xmm0%{%%k1%}%{z%}"));
    UNASKED("vmovdqu64 (%%rax), %%zmm1", DECODE("vpxor %%xmm0, %%xmm0, %%xmm0"),
            DECODE("vmovdqa64 %%zmm1, %%zmm0%{%%k1%}"));
    UNASKED("vmovdqu64 (%%rax), %%zmm1",
            DECODE("vpternlogd $0xca, %%zmm1, %%zmm3, %%zmm2"));
    ASKED("vmovsd (%%rax), %%xmm1", DECODE("vmovsd %%xmm1, %%xmm0, %%xmm0"));
    ASKED("movsd (%%rax), %%xmm1", DECODE("mulsd %%xmm1, %%xmm2"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("pandn %%xmm1, %%xmm2"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("shufps $1, %%xmm2, %%xmm1"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("movdqa %%xmm1, %%xmm3"),
            DECODE("pshufd $1, %%xmm3, %%xmm2"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("addsd %%xmm1, %%xmm2"));
    ASKED("movdqu (%%rax), %%xmm1", DECODE("paddd %%xmm1, %%xmm2"),
          DECODE("psrldq $8, %%xmm2"));
    ASKED("movdqu (%%rax), %%xmm1", DECODE("movups %%xmm1, (%%rsi)"));
    UNASKED("movlpd (%%rax), %%xmm1", DECODE("unpckhpd %%xmm2, %%xmm1"));
    UNASKED("movhpd (%%rax), %%xmm1", DECODE("movhpd (%%rsi), %%xmm1"));
    ASKED("movhpd (%%rax), %%xmm1", DECODE("movlpd (%%rsi), %%xmm1"),
          DECODE("addpd %%xmm1, %%xmm2"));
    UNASKED("vmovhpd (%%rax), %%xmm2, %%xmm1",
            DECODE("vmovhpd (%%rsi), %%xmm1, %%xmm3"));
    UNASKED("movdqu (%%rax), %%xmm1", DECODE("movlps (%%rsi), %%xmm1"));
    UNASKED("movd (%%rax), %%xmm1", DECODE("punpcklwd %%xmm2, %%xmm1"));
    UNASKED("movd (%%rax), %%xmm1", DECODE("punpckldq %%xmm2, %%xmm1"),
            DECODE("pshuflw $8, %%xmm1, %%xmm1"));
    ASKED("movd (%%rax), %%xmm1", DECODE("punpckldq %%xmm2, %%xmm1"),
          DECODE("pshufd $8, %%xmm1, %%xmm1"));
    UNASKED("vmovdqu (%%rax), %%ymm1", DECODE("vpermq $8, %%ymm1, %%ymm2"));
    UNASKED("vmovdqu64 (%%rax), %%zmm1",
            DECODE("vpermt2d %%zmm2, %%zmm0, %%zmm1"));
    UNASKED("vmovdqu64 (%%rax), %%zmm1", DECODE("vpmovqd %%zmm1, %%ymm2"));
    ASKED("vmovdqu64 (%%rax), %%zmm1", DECODE("vaddpd %%zmm1, %%zmm0, %%zmm0"));
}

/* More is done with a value than to load it. */
static void test_used(void **state)
{
    (void)state;
    FLOW_IS(used, VALUE, "movl (%%rax), %%edx", DECODE("addl %%edx, %%ecx"));
    FLOW_IS(used, VALUE, "movl (%%rax), %%edx", DECODE("movl %%edx, (%%rsi)"));
    FLOW_IS(used, VALUE, "addl (%%rax), %%edx", DECODE("nop"));
    FLOW_IS(used, VALUE, "cmpl $1, (%%rax)", DECODE("nop"));
    FLOW_IS(used, 0, "movl (%%rax), %%edx", DECODE("movl $1, %%edx"));
    FLOW_IS(used, 0, "movl (%%rax), %%edx", DECODE("addl %%ecx, %%esi"));
    FLOW_IS(used, 0, "movl (%%rax), %%edx", DECODE("cmp $1, %%ecx"),
            DECODE("sbb %%edx, %%edx"), DECODE("addl $4, %%edx"));
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
    assert_false(operand_decode(&now, 6).cut);
    assert_int_equal(operand_decode(&now, 5).operands[0].size, 0);
    assert_true(operand_decode(&now, 5).cut);
    assert_true(operand_decode(&now, 1).cut);
}

/* Of which the next page may be needed, and may not be there. */
static void test_cut(void **state)
{
    static const uint8_t store[] = {0xf2, 0x41, 0x0f, 0x11, 0x47, 0x40};
    static const uint8_t no_memory[][3] = {
        {0x0f, 0x31}, {0x0f, 0xa2}, {0xc5, 0xf8, 0x77}};
    struct registers now = somewhere;
    unsigned i;

    (void)state;
    now.general[15] = RDI;
    now.ip = (uintptr_t)store;
    for (i = 1; i < 6; i++) {
        assert_true(operand_decode(&now, i).cut);
        assert_int_equal(operand_decode(&now, i).operands[0].size, 0);
    }
    assert_int_equal(operand_decode(&now, 6).operands[0].address, RDI + 0x40);
    now.ip = (uintptr_t) "\x50"; /* push %rax */
    assert_false(operand_decode(&now, 1).cut);
    for (i = 0; i < 3; i++) {
        now.ip = (uintptr_t)no_memory[i];
        assert_false(operand_decode(&now, i < 2 ? 2 : 3).cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_thread),
        cmocka_unit_test(test_relative),  cmocka_unit_test(test_plain),
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_strings),
        cmocka_unit_test(test_polls),     cmocka_unit_test(test_values),
        cmocka_unit_test(test_unasked),   cmocka_unit_test(test_used),
        cmocka_unit_test(test_leaves),    cmocka_unit_test(test_cut)};

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
