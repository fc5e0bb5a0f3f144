/* replay.c - which messages receives from any source took, written and read. */
#include "replay.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    int *sources; /* by number; MPI_ANY_SOURCE: not in the file */
    int count;
    int record; /* open file, or -1 */
    int begun;  /* number of the next */
} replay = {.record = -1};

static _Noreturn void refuse(const char *function, const char *path,
                             const char *why)
{
    char line[PATH_MAX + 200];
    snprintf(line, sizeof line, "MURMEL_MPI: %s: %s", path, why);
    refmpi_fatal(function, line);
}

static void name(char *path, const struct refmpi_file_name *file)
{
    snprintf(path, PATH_MAX, "%.*s.%d", (int)file->length, file->text,
             refmpi.rank);
}

static void put(int number, int source)
{
    if (number >= replay.count) {
        int count = 2 * number + 64;
        int *sources = realloc(replay.sources, (size_t)count * sizeof *sources);
        if (!sources)
            refmpi_fatal(NULL, "out of memory for recorded choices");
        for (int i = replay.count; i < count; i++)
            sources[i] = MPI_ANY_SOURCE;
        replay.sources = sources;
        replay.count = count;
    }
    replay.sources[number] = source;
}

static void read_choices(const char *function, const char *path)
{
    FILE *file = fopen(path, "re");
    char line[64], more;
    int number, source;
    if (!file)
        refuse(function, path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%d %d %c", &number, &source, &more) != 2 ||
            number < 0 || number > INT_MAX / 4 || source < 0)
            refuse(function, path, "no list of choices");
        put(number, source);
    }
    fclose(file);
}

void refmpi_replay_open(const char *function)
{
    char path[PATH_MAX];
    if (refmpi.choices_in.length > 0) {
        name(path, &refmpi.choices_in);
        read_choices(function, path);
    }
    if (refmpi.choices_out.length > 0) {
        name(path, &refmpi.choices_out);
        replay.record =
            open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (replay.record < 0)
            refuse(function, path, strerror(errno));
    }
}

static bool is_on(void)
{
    return __builtin_expect(replay.sources || replay.record >= 0, 0);
}

static int source_of(int number)
{
    return number < replay.count ? replay.sources[number] : MPI_ANY_SOURCE;
}

/* One line, written at once: it is there whatever becomes of the rank. */
static void note(int number, int source)
{
    char line[32];
    int length = snprintf(line, sizeof line, "%d %d\n", number, source);
    if (replay.record >= 0 &&
        write(replay.record, line, (size_t)length) != length) {
        fprintf(stderr, "murmel-mpi: rank %d: choices are not recorded: %s\n",
                refmpi.rank, strerror(errno));
        close(replay.record);
        replay.record = -1;
    }
}

void refmpi_replay_begin(struct p2p *p)
{
    if (!is_on() || !refmpi_is_users_context(p->context))
        return;
    if (p->choice > 0) /* persistent, and started again */
        p->peer = MPI_ANY_SOURCE;
    if (p->peer != MPI_ANY_SOURCE)
        return;
    p->peer = source_of(replay.begun);
    p->choice = ++replay.begun;
}

void refmpi_replay_took(const struct p2p *p, int source)
{
    if (p->choice > 0)
        note(p->choice - 1, source);
}

int refmpi_replay_probe(void)
{
    return is_on() ? source_of(replay.begun) : MPI_ANY_SOURCE;
}

void refmpi_replay_found(int source)
{
    if (is_on())
        note(replay.begun++, source);
}
