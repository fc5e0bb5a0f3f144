/* np: 1 */
/* only: refmpi */
/* MPI_Pack_external: what the bytes are, and that they come back. */
#include "check.h"

#include <stddef.h>
#include <string.h>

struct mixed {
    char letter;
    double real[2];
    long number;
    short small;
};

static MPI_Datatype mixed_type(void)
{
    MPI_Datatype type, resized;
    int lengths[4] = {1, 2, 1, 1};
    MPI_Aint places[4] = {
        offsetof(struct mixed, letter), offsetof(struct mixed, real),
        offsetof(struct mixed, number), offsetof(struct mixed, small)};
    MPI_Datatype types[4] = {MPI_CHAR, MPI_DOUBLE, MPI_LONG, MPI_SHORT};

    MPI_Type_create_struct(4, lengths, places, types, &type);
    MPI_Type_create_resized(type, 0, sizeof(struct mixed), &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&type);
    return resized;
}

static void structures(void)
{
    static const unsigned char expected[23] = {
        'm',  0x3f, 0xf8, 0,    0, 0, 0, 0, 0, /* 1.5 */
        0xc0, 0,    0,    0,    0, 0, 0, 0,    /* -2 */
        0xff, 0xff, 0xff, 0xfe,                /* -2 as MPI_LONG: 4 bytes */
        1,    2};
    struct mixed in[2] = {{'m', {1.5, -2}, -2, 0x102},
                          {'n', {0, 1e300}, 70000, -1}},
                 out[2] = {{0, {0}, 0, 0}};
    MPI_Datatype type = mixed_type();
    MPI_Aint size, position = 1;
    char bytes[64] = {0};

    MPI_Pack_external_size("external32", 2, type, &size);
    CHECK(size == 46);
    MPI_Pack_external("external32", in, 2, type, bytes, 47, &position);
    CHECK(position == 47 && memcmp(bytes + 1, expected, 23) == 0);
    position = 1;
    MPI_Unpack_external("external32", bytes, 47, &position, out, 2, type);
    CHECK(position == 47);
    for (int i = 0; i < 2; i++)
        CHECK(in[i].letter == out[i].letter &&
              in[i].real[0] == out[i].real[0] &&
              in[i].real[1] == out[i].real[1] &&
              in[i].number == out[i].number && in[i].small == out[i].small);
    CHECK(MPI_Pack_external("external32", in, 2, type, bytes, 46, &position) ==
          MPI_ERR_TRUNCATE);
    CHECK(MPI_Pack_external("native", in, 1, type, bytes, 46, &position) ==
          MPI_ERR_ARG);
    MPI_Type_free(&type);
}

static void long_doubles(void)
{
    /* 1.5L and -0.1L as binary128 */
    static const unsigned char one_and_a_half[16] = {0x3f, 0xff, 0x80};
    long double in[4] = {1.5L, -0.1L, 3e4000L, 0}, out[4] = {0};
    MPI_Count size, position = 0;
    char bytes[64];

    MPI_Pack_external_size_c("external32", 2, MPI_C_LONG_DOUBLE_COMPLEX, &size);
    CHECK(size == 64);
    MPI_Pack_external_c("external32", in, 2, MPI_C_LONG_DOUBLE_COMPLEX, bytes,
                        64, &position);
    CHECK(memcmp(bytes, one_and_a_half, 16) == 0);
    position = 0;
    MPI_Unpack_external_c("external32", bytes, 64, &position, out, 4,
                          MPI_LONG_DOUBLE);
    for (int i = 0; i < 4; i++)
        CHECK(in[i] == out[i]);
}

static void wide_characters(void)
{
    wchar_t in[2] = {L'm', 0xfffd}, out[2] = {0};
    MPI_Aint position = 0;
    unsigned char bytes[4];

    MPI_Pack_external("external32", in, 2, MPI_WCHAR, bytes, 4, &position);
    CHECK(bytes[0] == 0 && bytes[1] == 'm' && bytes[2] == 0xff &&
          bytes[3] == 0xfd);
    position = 0;
    MPI_Unpack_external("external32", bytes, 4, &position, out, 2, MPI_WCHAR);
    CHECK(out[0] == L'm' && out[1] == 0xfffd);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    structures();
    long_doubles();
    wide_characters();
    MPI_Finalize();
    return 0;
}
