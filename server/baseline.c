#include "baseline.h"

#include "fingerprint.h"
#include "memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>
#include <uthash.h>

struct baseline {
    struct known *known; /* hash, by fingerprint */
};

struct known {
    char *fingerprint;
    size_t count; /* findings not taken yet */
    UT_hash_handle hh;
};

static void add(struct baseline *baseline, const char *fingerprint)
{
    struct known *known;

    HASH_FIND_STR(baseline->known, fingerprint, known);
    if (known == NULL) {
        known = xcalloc(1, sizeof *known);
        known->fingerprint = xstrdup(fingerprint);
        HASH_ADD_KEYPTR(hh, baseline->known, known->fingerprint,
                        strlen(known->fingerprint), known);
    }
    known->count++;
}

/* The file itself, also of a folder; malloc'd. */
static char *report_of(const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return xasprintf("%s/report.json", path);
    return xstrdup(path);
}

struct baseline *baseline_load(const char *path, char **trouble)
{
    char *file = report_of(path);
    json_error_t error;
    json_t *report, *findings, *finding;
    struct baseline *baseline = NULL;
    size_t i;

    errno = 0;
    report = json_load_file(file, 0, &error);
    findings = json_object_get(report, "findings");
    if (report == NULL && error.line <= 0) {
        *trouble = xasprintf("%s: it cannot be read: %s", file,
                             strerror(errno != 0 ? errno : EINVAL));
    } else if (!json_is_array(findings) ||
               !json_is_integer(json_object_get(report, "schema_version"))) {
        *trouble =
            xasprintf("%s: it is no report of Murmel (report.json)", file);
    } else {
        baseline = xcalloc(1, sizeof *baseline);
        json_array_foreach(findings, i, finding)
        {
            const char *print =
                json_string_value(json_object_get(finding, "fingerprint"));

            if (print != NULL)
                add(baseline, print);
        }
    }
    json_decref(report);
    free(file);
    return baseline;
}

void baseline_free(struct baseline *baseline)
{
    struct known *known, *next;

    if (baseline == NULL)
        return;
    HASH_ITER(hh, baseline->known, known, next)
    {
        HASH_DEL(baseline->known, known);
        free(known->fingerprint);
        free(known);
    }
    free(baseline);
}

bool baseline_take(struct baseline *baseline, const struct finding *finding)
{
    char *print = fingerprint(finding);
    struct known *known;

    HASH_FIND_STR(baseline->known, print, known);
    free(print);
    if (known == NULL || known->count == 0)
        return false;
    known->count--;
    return true;
}
