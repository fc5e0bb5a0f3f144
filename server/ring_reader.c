#include "ring_reader.h"

#include "memory.h"
#include "wire.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct ring_reader {
    struct ring_header *shared;
    const unsigned char *data;
    uint64_t data_size; /* as it was when the ring was opened */
    uint64_t tail;      /* our own: the shared one may be overwritten */
    uint64_t judged;    /* likewise */
    uint64_t given;     /* likewise: the room up to there is the writer's */
    uint64_t head;      /* newest one read */
    bool peeked;        /* `next` is valid: the next record's header */
    _Alignas(struct record) unsigned char next[sizeof(struct record)];
    const char *damage;
};

/* The data twice in a row behind the header; NULL: errno says why not. */
static void *map_ring(int fd, size_t data_size)
{
    size_t size = RING_HEADER_SIZE + 2 * data_size;
    int protection = PROT_READ | PROT_WRITE;
    unsigned char *memory =
        mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    if (mmap(memory, RING_HEADER_SIZE + data_size, protection,
             MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED ||
        mmap(memory + RING_HEADER_SIZE + data_size, data_size, protection,
             MAP_SHARED | MAP_FIXED, fd, RING_HEADER_SIZE) == MAP_FAILED) {
        munmap(memory, size);
        return NULL;
    }
    return memory;
}

/* What is wrong with the header in the file; NULL: nothing. */
static const char *check_header(int fd, struct ring_header *header)
{
    struct stat status;
    uint64_t size;
    int seals;

    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size < RING_HEADER_SIZE ||
        pread(fd, header, sizeof *header, 0) != (ssize_t)sizeof *header)
        return "what it sent is not a ring";
    /* Memory that can be cut off would end us with SIGBUS. */
    seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0)
        return "its ring is not sealed against shrinking";
    if (header->magic != RING_MAGIC)
        return "what it sent is not a ring";
    if (header->version != WIRE_VERSION)
        return "its ring is of another version of Murmel";
    size = header->data_size;
    if (size < RING_HEADER_SIZE || size > RING_DATA_MAX ||
        (size & (size - 1)) != 0 ||
        (uint64_t)status.st_size - RING_HEADER_SIZE < size)
        return "its ring has a wrong size";
    return NULL;
}

struct ring_reader *ring_reader_open(int fd, const char **trouble)
{
    struct ring_reader *reader = NULL;
    struct ring_header header;
    const char *wrong = check_header(fd, &header);
    void *memory = NULL;

    if (wrong == NULL) {
        memory = map_ring(fd, header.data_size);
        if (memory == NULL)
            wrong = "its ring cannot be mapped";
    }
    close(fd);
    if (wrong != NULL) {
        *trouble = wrong;
        return NULL;
    }
    reader = xcalloc(1, sizeof *reader);
    reader->shared = memory;
    reader->data = (const unsigned char *)memory + RING_HEADER_SIZE;
    reader->data_size = header.data_size;
    return reader;
}

void ring_reader_close(struct ring_reader *reader)
{
    if (reader == NULL)
        return;
    munmap(reader->shared, RING_HEADER_SIZE + 2 * reader->data_size);
    free(reader);
}

bool ring_reader_is_inside(const struct ring_reader *reader)
{
    return atomic_load(&reader->shared->returned) !=
           atomic_load(&reader->shared->head);
}

void ring_reader_gone(struct ring_reader *reader)
{
    struct ring_header *shared = reader->shared;
    uint64_t size = atomic_load(&shared->withheld),
             head = atomic_load(&shared->head);
    struct record record;

    if (size < sizeof record || size > reader->data_size / 2)
        return;
    memcpy(&record, reader->data + (head & (reader->data_size - 1)),
           sizeof record);
    if (record.size == size && record.kind == RECORD_ENTER)
        atomic_store(&shared->head, head + size);
    atomic_store(&shared->withheld, 0);
}

const char *ring_reader_damage(const struct ring_reader *reader)
{
    return reader->damage;
}

static enum ring_state damaged(struct ring_reader *reader, const char *why)
{
    reader->damage = why;
    reader->peeked = false;
    return RING_DAMAGED;
}

static void copy_out(const struct ring_reader *reader, void *to, size_t size)
{
    memcpy(to, reader->data + (reader->tail & (reader->data_size - 1)), size);
}

enum ring_state ring_reader_peek(struct ring_reader *reader,
                                 const struct record **header)
{
    const struct record *next = (const struct record *)(void *)reader->next;
    uint64_t there;

    *header = next;
    if (reader->peeked)
        return RING_RECORD;
    if (reader->damage != NULL)
        return RING_DAMAGED;
    if (reader->head == reader->tail)
        reader->head =
            atomic_load_explicit(&reader->shared->head, memory_order_acquire);
    there = reader->head - reader->tail;
    if (there == 0)
        return RING_EMPTY;
    if (there > reader->data_size || there % 8 != 0)
        return damaged(reader, "its ring's head was overwritten");
    if (there < sizeof *next)
        return damaged(reader, "a record is shorter than its header");
    copy_out(reader, reader->next, sizeof reader->next);
    if (next->size < sizeof *next || next->size % 8 != 0 ||
        next->size > there || next->size > reader->data_size / 2)
        return damaged(reader, "a record has a wrong size");
    reader->peeked = true;
    return RING_RECORD;
}

static bool writer_waits(struct ring_header *shared)
{
    /* The writer sets writer_waits and then looks again. */
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load_explicit(&shared->writer_waits, memory_order_relaxed) !=
           0;
}

static void wake_writer(struct ring_header *shared)
{
    atomic_store(&shared->writer_waits, 0);
    syscall(SYS_futex, &shared->writer_waits, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Our own head is as it was some time ago; that of a writer that waits
 * stands. */
void ring_reader_give_room(struct ring_reader *reader)
{
    struct ring_header *shared = reader->shared;
    uint64_t half = reader->data_size / 2;

    if (reader->given == reader->tail)
        return;
    reader->given = reader->tail;
    atomic_store_explicit(&shared->tail, reader->tail, memory_order_release);
    if (reader->head - reader->tail <= half && writer_waits(shared) &&
        atomic_load_explicit(&shared->head, memory_order_relaxed) -
                reader->tail <=
            half)
        wake_writer(shared);
}

void ring_reader_judged(struct ring_reader *reader)
{
    if (reader->judged == reader->tail)
        return;
    reader->judged = reader->tail;
    atomic_store_explicit(&reader->shared->judged, reader->tail,
                          memory_order_release);
    if (writer_waits(reader->shared))
        wake_writer(reader->shared);
}

enum ring_state ring_reader_take(struct ring_reader *reader,
                                 struct record_copy *copy)
{
    const struct record *header;
    enum ring_state state = ring_reader_peek(reader, &header);

    if (state != RING_RECORD)
        return state;
    if (copy->room < header->size) {
        copy->record = xrealloc(copy->record, header->size, 1);
        copy->room = header->size;
    }
    copy_out(reader, copy->record, header->size);
    /* The header that was checked, not what may stand there by now. */
    memcpy(copy->record, header, sizeof *header);
    reader->tail += header->size;
    reader->peeked = false;
    return RING_RECORD;
}
