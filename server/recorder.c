#include "recorder.h"

#include "calls.h"
#include "memory.h"
#include "stack_json.h"
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

/* Bytes that are compressed at once; more where one event needs it. */
#define BLOCK_SIZE (256 * 1024)
/* The fastest: records are much alike, and the checker has other work. */
#define LEVEL 1

struct recorder {
    char *path;
    int fd;              /* -1: it cannot be written on, or there is no file */
    recorder_sink *sink; /* NULL: there is a file */
    void *sink_context;
    size_t block_size;
    bool failed;
    enum recording_block_kind kind; /* of what is in bytes */
    char *bytes;
    size_t length, room;
    char *frame; /* behind the block's head */
    size_t frame_room;
    ZSTD_CCtx *context;
    signed char *answers; /* by process; 0: none yet, 1: no, 2: yes */
    size_t answer_count;
};

/* Whether a file that is there may be written anew: it is a recording, or
 * nothing.  It is only read for that: a program that is running cannot be
 * opened for more.  What cannot be read is found out by open. */
static bool may_replace(const char *path)
{
    struct recording_header header;
    struct stat status;
    bool replace;
    int fd;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size == 0)
        return true;
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true;
    replace = read(fd, &header, sizeof header) == (ssize_t)sizeof header &&
              memcmp(header.magic, RECORDING_MAGIC, sizeof header.magic) == 0;
    close(fd);
    return replace;
}

/* Empties it.  What keeps it from being written to, or NULL. */
static const char *begin_file(int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return strerror(errno);
    /* A reader goes back in it. */
    if (!S_ISREG(status.st_mode))
        return "that is no file";
    /* Where a file system knows no locks, we go without. */
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return "another checker writes to it";
    return ftruncate(fd, 0) != 0 ? strerror(errno) : NULL;
}

/* What keeps it from being opened, malloc'd; or NULL. */
static char *open_file(const char *path, int *fd)
{
    const char *why;

    if (!may_replace(path))
        return xasprintf("%s is no recording, and is left as it is; nothing is "
                         "recorded",
                         path);
    /* Nobody waits for the reader of a pipe. */
    *fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (*fd >= 0)
        why = begin_file(*fd);
    else
        why = errno == ENXIO ? "that is no file" : strerror(errno);
    if (why == NULL)
        return NULL;
    if (*fd >= 0)
        close(*fd);
    return xasprintf("%s: the recording cannot be written: %s", path, why);
}

static void write_all(struct recorder *recorder, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (recorder->fd >= 0 && size > 0) {
        ssize_t written = write(recorder->fd, at, size);

        if (written >= 0) {
            at += written;
            size -= (size_t)written;
        } else if (errno != EINTR) {
            terminal_line("%s: the recording cannot be written on: %s",
                          recorder->path, strerror(errno));
            close(recorder->fd);
            recorder->fd = -1;
            recorder->failed = true;
        }
    }
}

static struct recorder *recorder_new(void)
{
    struct recorder *recorder = xcalloc(1, sizeof *recorder);

    recorder->fd = -1;
    recorder->block_size = BLOCK_SIZE;
    recorder->kind = BLOCK_EVENTS;
    recorder->context = ZSTD_createCCtx();
    if (recorder->context != NULL) {
        ZSTD_CCtx_setParameter(recorder->context, ZSTD_c_compressionLevel,
                               LEVEL);
        ZSTD_CCtx_setParameter(recorder->context, ZSTD_c_checksumFlag, 1);
    }
    return recorder;
}

struct recorder *recorder_open(const char *path, char **trouble)
{
    struct recording_header header = {.version = RECORDING_VERSION,
                                      .wire = WIRE_VERSION,
                                      .schema = CALLS_SCHEMA_HASH};
    struct recorder *recorder;
    int fd = -1;

    *trouble = open_file(path, &fd);
    if (*trouble != NULL)
        return NULL;
    memcpy(header.magic, RECORDING_MAGIC, sizeof header.magic);
    recorder = recorder_new();
    recorder->path = xstrdup(path);
    recorder->fd = fd;
    write_all(recorder, &header, sizeof header);
    return recorder;
}

struct recorder *recorder_to(recorder_sink *sink, void *context, size_t size)
{
    struct recorder *recorder = recorder_new();

    recorder->sink = sink;
    recorder->sink_context = context;
    recorder->block_size = size;
    return recorder;
}

bool recorder_has_some(const struct recorder *recorder)
{
    return recorder->length > 0;
}

/* Writes the block that is there. */
static void write_block(struct recorder *recorder)
{
    struct recording_block block = {.kind = recorder->kind,
                                    .size = (uint32_t)recorder->length};
    size_t bound = ZSTD_compressBound(recorder->length), stored;

    if (recorder->length == 0)
        return;
    if (recorder->frame_room < bound) {
        free(recorder->frame);
        recorder->frame = xmalloc(sizeof block + bound);
        recorder->frame_room = bound;
    }
    stored =
        ZSTD_compress2(recorder->context, recorder->frame + sizeof block,
                       recorder->frame_room, recorder->bytes, recorder->length);
    if (ZSTD_isError(stored)) {
        terminal_line("%s: the recording cannot be written on: %s",
                      recorder->path, ZSTD_getErrorName(stored));
        recorder->failed = true;
    } else {
        block.stored = (uint32_t)stored;
        memcpy(recorder->frame, &block, sizeof block);
        if (recorder->sink != NULL)
            recorder->sink(recorder->sink_context, recorder->frame,
                           sizeof block + stored);
        else
            write_all(recorder, recorder->frame, sizeof block + stored);
    }
    recorder->length = 0;
}

void recorder_flush(struct recorder *recorder)
{
    if (recorder != NULL)
        write_block(recorder);
}

void recorder_add(struct recorder *recorder, enum recording_kind kind,
                  const struct process *process, uint32_t thread,
                  const void *payload, size_t length)
{
    struct recording_event event = {
        .size = (uint32_t)((sizeof event + length + 7) / 8 * 8),
        .length = (uint32_t)length,
        .kind = (uint16_t)kind,
        .process = process != NULL ? process->index : 0,
        .thread = thread};
    char *to;

    if (recorder == NULL || (recorder->fd < 0 && recorder->sink == NULL))
        return;
    if (recorder->length + event.size > recorder->room) {
        write_block(recorder);
        if (event.size > recorder->room) {
            recorder->room = event.size > recorder->block_size
                                 ? event.size
                                 : recorder->block_size;
            recorder->bytes = xrealloc(recorder->bytes, recorder->room, 1);
        }
    }
    to = recorder->bytes + recorder->length;
    memset(to + event.size - 8, 0, 8);
    memcpy(to, &event, sizeof event);
    if (length > 0)
        memcpy(to + sizeof event, payload, length);
    recorder->length += event.size;
}

void recorder_add_text(struct recorder *recorder, enum recording_kind kind,
                       const struct process *process, const char *text)
{
    recorder_add(recorder, kind, process, 0, text, strlen(text));
}

void recorder_add_json(struct recorder *recorder, enum recording_kind kind,
                       json_t *json)
{
    char *text = recorder != NULL ? json_dumps(json, JSON_COMPACT) : NULL;

    if (text != NULL)
        recorder_add_text(recorder, kind, NULL, text);
    free(text);
    json_decref(json);
}

void recorder_answer(struct recorder *recorder, const struct process *process,
                     bool may_go_on)
{
    struct recording_answer answer = {may_go_on, 0};
    signed char mark = may_go_on ? 2 : 1;

    if (recorder == NULL)
        return;
    if (process->index >= recorder->answer_count) {
        size_t count = process->index + 1;

        recorder->answers = xrealloc(recorder->answers, count, 1);
        memset(recorder->answers + recorder->answer_count, 0,
               count - recorder->answer_count);
        recorder->answer_count = count;
    }
    if (recorder->answers[process->index] == mark)
        return;
    recorder->answers[process->index] = mark;
    recorder_add(recorder, EVENT_ANSWER, process, 0, &answer, sizeof answer);
}

void recorder_interrupted(struct recorder *recorder,
                          const struct roster *roster, int signal)
{
    size_t count, i;
    struct process *const *processes = roster_processes(roster, &count);
    struct recording_interrupted *interrupted;

    if (recorder == NULL)
        return;
    interrupted = xcalloc(1, sizeof *interrupted + count * sizeof(uint32_t));
    interrupted->signal = signal;
    for (i = 0; i < count; i++)
        if (processes[i]->interrupted)
            interrupted->processes[interrupted->count++] = processes[i]->index;
    recorder_add(recorder, EVENT_INTERRUPTED, NULL, 0, interrupted,
                 sizeof *interrupted + interrupted->count * sizeof(uint32_t));
    free(interrupted);
}

/* Where the call stacks are in the program, so that the recording can be read
 * where the program is not. */
static void add_sources(struct recorder *recorder)
{
    const struct stack *stack;
    uint32_t number;

    write_block(recorder);
    recorder->kind = BLOCK_SOURCES;
    for (number = 1; (stack = stack_at(number)) != NULL; number++)
        recorder_add_json(recorder, EVENT_SOURCE, stack_to_json(stack));
}

int recorder_close(struct recorder *recorder)
{
    int result;

    if (recorder == NULL)
        return 0;
    if (recorder->sink == NULL)
        add_sources(recorder);
    write_block(recorder);
    if (recorder->fd >= 0)
        close(recorder->fd);
    result = recorder->failed ? -1 : 0;
    ZSTD_freeCCtx(recorder->context);
    free(recorder->answers);
    free(recorder->bytes);
    free(recorder->frame);
    free(recorder->path);
    free(recorder);
    return result;
}
