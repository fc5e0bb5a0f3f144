/*
 * hash.h - XXH3 of memory, with AVX2 where the processor has it: twice as fast
 * as what every x86-64 can do, which large buffers need.
 */
#ifndef MURMEL_HASH_H
#define MURMEL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The same value either way. */
uint64_t hash_bytes(const void *bytes, size_t size);

#if defined(__x86_64__) && !defined(__clang__)
#define HASH_HAVE_AVX2 1
uint64_t hash_bytes_avx2(const void *bytes, size_t size);
#endif

#endif
