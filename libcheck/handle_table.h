/*
 * handle_table.h - uthash for tables by handles of 64 bits, in the arena's
 * memory.  Without memory nothing is added (hh.tbl stays NULL); the application
 * is never ended.
 */
#ifndef MURMEL_HANDLE_TABLE_H
#define MURMEL_HANDLE_TABLE_H

#include "arena.h"

#include <stdint.h>
#include <string.h>

static inline uint32_t handle_hash(const void *handle)
{
    uint64_t bits;

    memcpy(&bits, handle, sizeof bits);
    return (uint32_t)((bits * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

#define HASH_FUNCTION(key, size, hash) ((hash) = handle_hash(key))
#define HASH_NONFATAL_OOM              1
#define uthash_malloc(size)            arena_take(size)
#define uthash_free(memory, size)      arena_give(memory, size)
#include <uthash.h>

#endif
