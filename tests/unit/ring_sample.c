#include "ring_sample.h"

#include "wire.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void ring_sample_make(struct ring_sample *ring)
{
    size_t size = RING_HEADER_SIZE + RING_SAMPLE_SIZE;
    void *memory;

    memset(ring, 0, sizeof *ring);
    ring->fd = memfd_create("ring-sample", MFD_ALLOW_SEALING);
    if (ring->fd < 0 || ftruncate(ring->fd, (off_t)size) != 0 ||
        fcntl(ring->fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
        abort();
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
    if (memory == MAP_FAILED)
        abort();
    ring->header = memory;
    ring->data = (unsigned char *)memory + RING_HEADER_SIZE;
    ring->header->magic = RING_MAGIC;
    ring->header->version = WIRE_VERSION;
    ring->header->data_size = RING_SAMPLE_SIZE;
}

void ring_sample_free(struct ring_sample *ring)
{
    munmap(ring->header, RING_HEADER_SIZE + RING_SAMPLE_SIZE);
}

void ring_sample_bytes(struct ring_sample *ring, const void *bytes, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        ring->data[(ring->head + i) % RING_SAMPLE_SIZE] =
            ((const unsigned char *)bytes)[i];
    ring->head += size;
    atomic_store(&ring->header->head, ring->head);
}

void ring_sample_record(struct ring_sample *ring, enum record_kind kind,
                        unsigned call, unsigned depth, const uint64_t *words,
                        size_t word_count)
{
    size_t size = sizeof(struct record) + word_count * sizeof(uint64_t);
    struct record *record = calloc(1, size);

    if (record == NULL)
        abort();
    record->size = (uint32_t)size;
    record->kind = (uint8_t)kind;
    record->call = (uint16_t)call;
    record->depth = depth;
    record->order = ring->order++;
    record->time = ring->order;
    if (word_count > 0)
        memcpy(record->words, words, word_count * sizeof(uint64_t));
    ring_sample_bytes(ring, record, size);
    free(record);
}
