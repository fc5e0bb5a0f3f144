/*
 * What a program does with a result, by the instructions behind the call.
 */
#include "result_use.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#define USE(...) result_use_x86((const unsigned char[48]){__VA_ARGS__}, 48)

static void test_looked(void **state)
{
    (void)state;
    assert_int_equal(USE(0x85, 0xc0), RESULT_LOOKED);       /* test eax, eax */
    assert_int_equal(USE(0x83, 0xf8, 0x05), RESULT_LOOKED); /* cmp eax, 5 */
    assert_int_equal(USE(0x89, 0xc3), RESULT_LOOKED);       /* mov ebx, eax */
    assert_int_equal(USE(0x41, 0x89, 0xc4), RESULT_LOOKED); /* mov r12d, eax */
    /* add rsp, 16; test eax, eax */
    assert_int_equal(USE(0x48, 0x83, 0xc4, 0x10, 0x85, 0xc0), RESULT_LOOKED);
    /* mov [rbp - 4], eax; cmp dword [rbp - 4], 0 */
    assert_int_equal(USE(0x89, 0x45, 0xfc, 0x83, 0x7d, 0xfc, 0x00),
                     RESULT_LOOKED);
    /* mov [rsp + 12], eax; mov eax, [rsp + 12] */
    assert_int_equal(USE(0x89, 0x44, 0x24, 0x0c, 0x8b, 0x44, 0x24, 0x0c),
                     RESULT_LOOKED);
}

/* Behind what is for the next call. */
static void test_looked_late(void **state)
{
    (void)state;
    /* mov r9d, [rsp + 24]; mov ecx, 7; mov rdi, rbx; test eax, eax */
    assert_int_equal(USE(0x44, 0x8b, 0x4c, 0x24, 0x18, 0xb9, 7, 0, 0, 0, 0x48,
                         0x89, 0xdf, 0x85, 0xc0),
                     RESULT_LOOKED);
    /* xor r8d, r8d; pop rsi; lea r12, [rsp + 16]; cmp eax, 1 */
    assert_int_equal(USE(0x45, 0x31, 0xc0, 0x5e, 0x4c, 0x8d, 0x64, 0x24, 0x10,
                         0x83, 0xf8, 1),
                     RESULT_LOOKED);
    /* mov edi, [rip + 4]; movabs rsi, 1; movsxd rbx, eax */
    assert_int_equal(USE(0x8b, 0x3d, 4, 0, 0, 0, 0x48, 0xbe, 1, 0, 0, 0, 0, 0,
                         0, 0, 0x48, 0x63, 0xd8),
                     RESULT_LOOKED);
    /* mov [rbp - 0x100], eax; mov edx, 1; cmp dword [rbp - 0x100], 0 */
    assert_int_equal(USE(0x89, 0x85, 0, 0xff, 0xff, 0xff, 0xba, 1, 0, 0, 0,
                         0x83, 0xbd, 0, 0xff, 0xff, 0xff, 0),
                     RESULT_LOOKED);
}

static void test_ignored(void **state)
{
    (void)state;
    assert_int_equal(USE(0x31, 0xc0), RESULT_IGNORED); /* xor eax, eax */
    /* mov eax, 0 */
    assert_int_equal(USE(0xb8, 0, 0, 0, 0), RESULT_IGNORED);
    /* mov edi, 7; call */
    assert_int_equal(USE(0xbf, 7, 0, 0, 0, 0xe8), RESULT_IGNORED);
    /* mov eax, [rbp - 8] */
    assert_int_equal(USE(0x8b, 0x45, 0xf8), RESULT_IGNORED);
    /* mov edi, [rsp + 24]; call [rip + 4] */
    assert_int_equal(USE(0x8b, 0x7c, 0x24, 0x18, 0xff, 0x15, 4, 0, 0, 0),
                     RESULT_IGNORED);
    /* lea rax, [rbp - 8] */
    assert_int_equal(USE(0x48, 0x8d, 0x45, 0xf8), RESULT_IGNORED);
}

static void test_unknown(void **state)
{
    (void)state;
    assert_int_equal(USE(0xc3), RESULT_UNKNOWN);       /* ret */
    assert_int_equal(USE(0x75, 0x10), RESULT_UNKNOWN); /* jne */
    /* mov [rsp + 8], eax; push rbx; mov eax, [rsp + 8] */
    assert_int_equal(USE(0x89, 0x44, 0x24, 0x08, 0x53, 0x8b, 0x44, 0x24, 0x08),
                     RESULT_UNKNOWN);
    /* mov [rbp - 4], eax; cmp dword [rbp - 8], 0 */
    assert_int_equal(USE(0x89, 0x45, 0xfc, 0x83, 0x7d, 0xf8, 0x00),
                     RESULT_UNKNOWN);
    assert_int_equal(result_use_x86((const unsigned char *)"", 0),
                     RESULT_UNKNOWN);
    assert_int_equal(result_use(NULL, 0), RESULT_UNKNOWN);
}

/* A call of eight arguments: lea rax, [rbp - 0x250]; lea rdx, [rbp - 0x34];
 * push rdx; lea rdx, [rbp - 0x258]; push rdx; mov rdi, rax; call;
 * add rsp, 16 */
#define PUSHED                                                                 \
    0x48, 0x8d, 0x85, 0xb0, 0xfd, 0xff, 0xff, 0x48, 0x8d, 0x55, 0xcc, 0x52,    \
        0x48, 0x8d, 0x95, 0xa8, 0xfd, 0xff, 0xff, 0x52, 0x48, 0x89, 0xc7,      \
        0xe8, 0, 0, 0, 0, 0x48, 0x83, 0xc4, 0x10
#define FORTRAN_PUSHED(...)                                                    \
    result_use_fortran_x86((const unsigned char[80]){PUSHED, __VA_ARGS__}, 80, \
                           28, 8)
/* Of two: lea rdx, [rbp - 0x258]; lea rax, [rbp - 0x34]; mov rsi, rdx;
 * mov rdi, rax; call */
#define IN_REGISTERS                                                           \
    0x48, 0x8d, 0x95, 0xa8, 0xfd, 0xff, 0xff, 0x48, 0x8d, 0x45, 0xcc, 0x48,    \
        0x89, 0xd6, 0x48, 0x89, 0xc7, 0xe8, 0, 0, 0, 0
#define FORTRAN_TWO(...)                                                       \
    result_use_fortran_x86(                                                    \
        (const unsigned char[80]){IN_REGISTERS, __VA_ARGS__}, 80, 22, 2)

static void test_fortran(void **state)
{
    (void)state;
    /* mov eax, [rbp - 0x34]; test eax, eax */
    assert_int_equal(FORTRAN_PUSHED(0x8b, 0x45, 0xcc, 0x85, 0xc0),
                     RESULT_LOOKED);
    /* cmp dword [rbp - 0x34], 0 */
    assert_int_equal(FORTRAN_PUSHED(0x83, 0x7d, 0xcc, 0), RESULT_LOOKED);
    /* mov eax, [rbp - 0x258]; cmp eax, 5 */
    assert_int_equal(
        FORTRAN_TWO(0x8b, 0x85, 0xa8, 0xfd, 0xff, 0xff, 0x83, 0xf8, 5),
        RESULT_LOOKED);
}

static void test_fortran_other(void **state)
{
    (void)state;
    /* another argument: mov eax, [rbp - 0x258]; test eax, eax */
    assert_int_equal(
        FORTRAN_PUSHED(0x8b, 0x85, 0xa8, 0xfd, 0xff, 0xff, 0x85, 0xc0),
        RESULT_UNKNOWN);
    /* mov eax, [rbp - 0x34]; test eax, eax */
    assert_int_equal(FORTRAN_TWO(0x8b, 0x45, 0xcc, 0x85, 0xc0), RESULT_UNKNOWN);
    /* none: mov eax, [rbp - 0x38]; test eax, eax */
    assert_int_equal(FORTRAN_PUSHED(0x8b, 0x45, 0xc8, 0x85, 0xc0),
                     RESULT_UNKNOWN);
    /* its address: lea rax, [rbp - 0x34] */
    assert_int_equal(FORTRAN_PUSHED(0x48, 0x8d, 0x45, 0xcc), RESULT_UNKNOWN);
    /* mov eax, 0 */
    assert_int_equal(FORTRAN_PUSHED(0xb8, 0, 0, 0, 0), RESULT_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_looked),
                                       cmocka_unit_test(test_looked_late),
                                       cmocka_unit_test(test_ignored),
                                       cmocka_unit_test(test_fortran),
                                       cmocka_unit_test(test_fortran_other),
                                       cmocka_unit_test(test_unknown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
