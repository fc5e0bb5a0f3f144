#include "hash.h"

#include "client.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t murmel_hash(const void *bytes, size_t size)
{
    return hash_bytes(bytes, size);
}

uint64_t hash_bytes(const void *bytes, size_t size)
{
#ifdef HASH_HAVE_AVX2
    if (__builtin_cpu_supports("avx2"))
        return hash_bytes_avx2(bytes, size);
#endif
    return XXH3_64bits(bytes, size);
}
