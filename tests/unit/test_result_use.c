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

static void test_ignored(void **state)
{
    (void)state;
    assert_int_equal(USE(0x31, 0xc0), RESULT_IGNORED); /* xor eax, eax */
    /* mov eax, 0 */
    assert_int_equal(USE(0xb8, 0, 0, 0, 0), RESULT_IGNORED);
    /* mov edi, 7; call */
    assert_int_equal(USE(0xbf, 7, 0, 0, 0, 0xe8), RESULT_IGNORED);
    /* lea rax, [rbp - 8] */
    assert_int_equal(USE(0x48, 0x8d, 0x45, 0xf8), RESULT_IGNORED);
}

static void test_unknown(void **state)
{
    (void)state;
    assert_int_equal(USE(0xc3), RESULT_UNKNOWN);       /* ret */
    assert_int_equal(USE(0x8b, 0x45), RESULT_UNKNOWN); /* mov eax, [rbp] */
    /* mov [rbp - 4], eax; cmp dword [rbp - 8], 0 */
    assert_int_equal(USE(0x89, 0x45, 0xfc, 0x83, 0x7d, 0xf8, 0x00),
                     RESULT_UNKNOWN);
    assert_int_equal(result_use_x86((const unsigned char *)"", 0),
                     RESULT_UNKNOWN);
    assert_int_equal(result_use(NULL, false), RESULT_UNKNOWN);
}

/* A call is made, with the address of [rbp - 0x34], and of another variable */
#define ARGUMENTS                                                              \
    0x48, 0x8d, 0x45, 0xcc, 0x48, 0x8d, 0x95, 0xa8, 0xfd, 0xff, 0xff, 0xe8, 0, \
        0, 0, 0, 0x48, 0x83, 0xc4, 0x10
#define FORTRAN_USE(...)                                                       \
    result_use_fortran_x86((const unsigned char[64]){ARGUMENTS, __VA_ARGS__},  \
                           64, 16)

static void test_fortran(void **state)
{
    (void)state;
    /* mov eax, [rbp - 0x34]; test eax, eax */
    assert_int_equal(FORTRAN_USE(0x8b, 0x45, 0xcc, 0x85, 0xc0), RESULT_LOOKED);
    /* mov eax, [rbp - 0x258]; cmp eax, 5 */
    assert_int_equal(
        FORTRAN_USE(0x8b, 0x85, 0xa8, 0xfd, 0xff, 0xff, 0x83, 0xf8, 5),
        RESULT_LOOKED);
    /* cmp dword [rbp - 0x34], 0 */
    assert_int_equal(FORTRAN_USE(0x83, 0x7d, 0xcc, 0), RESULT_LOOKED);
    /* of another variable: mov eax, [rbp - 0x38]; test eax, eax */
    assert_int_equal(FORTRAN_USE(0x8b, 0x45, 0xc8, 0x85, 0xc0), RESULT_UNKNOWN);
    /* its address: lea rax, [rbp - 0x34] */
    assert_int_equal(FORTRAN_USE(0x48, 0x8d, 0x45, 0xcc), RESULT_UNKNOWN);
    /* mov eax, 0 */
    assert_int_equal(FORTRAN_USE(0xb8, 0, 0, 0, 0), RESULT_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looked), cmocka_unit_test(test_ignored),
        cmocka_unit_test(test_fortran), cmocka_unit_test(test_unknown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
