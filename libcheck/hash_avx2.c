/* Compiled for AVX2: xxhash.h chooses its code by what the compiler says of
 * the target, and Clang does not say it after a pragma. */
#include "hash.h"

#ifdef HASH_HAVE_AVX2

#pragma GCC target("avx2")
#ifndef __AVX2__
#error "the pragma did not help"
#endif
/* ... where all is compiled for AVX-512 (-march=native), too. */
#define XXH_VECTOR XXH_AVX2
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_bytes_avx2(const void *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

#endif
