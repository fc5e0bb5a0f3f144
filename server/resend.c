#include "resend.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kept {
    char *bytes; /* NULL: it is in the file */
    size_t length;
    off_t offset;
};

struct resend {
    size_t memory;
    char *folder;
    int fd;      /* -1: there is no file yet */
    off_t end;   /* of what is in it */
    char *again; /* read from it */
    size_t again_room;
    struct kept *kept; /* of the message number n at n mod room */
    size_t room;
    uint64_t first, last;
    size_t bytes, spilt;
};

struct resend *resend_new(size_t memory, const char *folder)
{
    struct resend *resend = xcalloc(1, sizeof *resend);

    resend->memory = memory;
    resend->folder = xstrdup(folder);
    resend->fd = -1;
    resend->first = 1;
    return resend;
}

void resend_free(struct resend *resend)
{
    resend_acknowledge(resend, resend->last);
    if (resend->fd >= 0)
        close(resend->fd);
    free(resend->folder);
    free(resend->again);
    free(resend->kept);
    free(resend);
}

static struct kept *kept_at(struct resend *resend, uint64_t number)
{
    return &resend->kept[number % resend->room];
}

/* Twice as much room; each gets the place that it has there. */
static void grow(struct resend *resend)
{
    size_t room = resend->room > 0 ? resend->room * 2 : 64;
    struct kept *kept = xcalloc(room, sizeof *kept);
    uint64_t number;

    for (number = resend->first; number <= resend->last; number++)
        kept[number % room] = *kept_at(resend, number);
    free(resend->kept);
    resend->kept = kept;
    resend->room = room;
}

/* A file that nobody else can open, and that goes with us. */
static int open_file(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char *name;

    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return fd;
    name = xasprintf("%s/murmel-XXXXXX", folder);
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    free(name);
    return fd;
}

static int spill(struct resend *resend, struct kept *kept, const void *bytes)
{
    size_t done = 0;

    if (resend->fd < 0 && (resend->fd = open_file(resend->folder)) < 0)
        return -1;
    while (done < kept->length) {
        ssize_t written =
            pwrite(resend->fd, (const char *)bytes + done, kept->length - done,
                   resend->end + (off_t)done);

        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0)
            done += (size_t)written;
    }
    kept->offset = resend->end;
    resend->end += (off_t)kept->length;
    resend->spilt += kept->length;
    return 0;
}

int resend_add(struct resend *resend, const void *bytes, size_t length)
{
    struct kept kept = {.length = length};

    if (resend->bytes - resend->spilt + length > resend->memory) {
        if (spill(resend, &kept, bytes) != 0)
            return -1;
    } else {
        kept.bytes = xmalloc(length + 1);
        memcpy(kept.bytes, bytes, length);
    }
    if (resend->last + 1 - resend->first == resend->room)
        grow(resend);
    resend->last++;
    *kept_at(resend, resend->last) = kept;
    resend->bytes += length;
    return 0;
}

void resend_acknowledge(struct resend *resend, uint64_t number)
{
    for (; resend->first <= number && resend->first <= resend->last;
         resend->first++) {
        struct kept *kept = kept_at(resend, resend->first);

        resend->bytes -= kept->length;
        if (kept->bytes == NULL)
            resend->spilt -= kept->length;
        free(kept->bytes);
    }
    /* What is in the file is of no more use: it begins anew. */
    if (resend->spilt == 0 && resend->end > 0 && ftruncate(resend->fd, 0) == 0)
        resend->end = 0;
}

const void *resend_at(struct resend *resend, uint64_t number, size_t *length)
{
    const struct kept *kept = kept_at(resend, number);
    size_t done = 0;

    *length = kept->length;
    if (kept->bytes != NULL)
        return kept->bytes;
    if (resend->again_room < kept->length) {
        free(resend->again);
        resend->again = xmalloc(kept->length);
        resend->again_room = kept->length;
    }
    while (done < kept->length) {
        ssize_t some = pread(resend->fd, resend->again + done,
                             kept->length - done, kept->offset + (off_t)done);

        if (some == 0)
            errno = EIO;
        if (some == 0 || (some < 0 && errno != EINTR))
            return NULL;
        if (some > 0)
            done += (size_t)some;
    }
    return resend->again;
}

uint64_t resend_first(const struct resend *resend)
{
    return resend->first;
}

uint64_t resend_last(const struct resend *resend)
{
    return resend->last;
}

size_t resend_bytes(const struct resend *resend)
{
    return resend->bytes;
}

size_t resend_spilt(const struct resend *resend)
{
    return resend->spilt;
}
