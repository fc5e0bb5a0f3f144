#include "baseline.h"

#include "fingerprint.h"
#include "memory.h"
#include "report_schema.h"

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

/* What is wrong with it; malloc'd, or NULL. */
static char *check_report(const json_t *report, const char *file)
{
    const json_t *version = json_object_get(report, "schema_version");

    if (!json_is_array(json_object_get(report, "findings")) ||
        !json_is_integer(version))
        return xasprintf("%s: it is no report of Murmel (report.json)", file);
    if (json_integer_value(version) != REPORT_SCHEMA_VERSION)
        return xasprintf("%s: it is the report of another version of Murmel "
                         "(schema_version %lld, and not %d)",
                         file, (long long)json_integer_value(version),
                         REPORT_SCHEMA_VERSION);
    return NULL;
}

json_t *baseline_report(const char *path, char **trouble)
{
    char *file = report_of(path), *wrong;
    json_error_t error;
    json_t *report;

    errno = 0;
    report = json_load_file(file, 0, &error);
    if (report == NULL && error.line <= 0)
        wrong = xasprintf("%s: it cannot be read: %s", file,
                          strerror(errno != 0 ? errno : EINVAL));
    else
        wrong = check_report(report, file);
    if (wrong != NULL) {
        *trouble = wrong;
        json_decref(report);
        report = NULL;
    }
    free(file);
    return report;
}

struct baseline *baseline_of(const json_t *report)
{
    struct baseline *baseline = xcalloc(1, sizeof *baseline);
    json_t *finding;
    size_t i;

    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        const char *print =
            json_string_value(json_object_get(finding, "fingerprint"));

        if (print != NULL)
            add(baseline, print);
    }
    return baseline;
}

struct baseline *baseline_load(const char *path, char **trouble)
{
    json_t *report = baseline_report(path, trouble);
    struct baseline *baseline = report != NULL ? baseline_of(report) : NULL;

    json_decref(report);
    return baseline;
}

void baseline_free(struct baseline *baseline)
{
    struct known *known, *next;

    if (baseline == NULL)
        return;
    HASH_ITER(hh, baseline->known, known, next) {
        HASH_DEL(baseline->known, known);
        free(known->fingerprint);
        free(known);
    }
    free(baseline);
}

bool baseline_take_print(struct baseline *baseline, const char *print)
{
    struct known *known;

    HASH_FIND_STR(baseline->known, print, known);
    if (known == NULL || known->count == 0)
        return false;
    known->count--;
    return true;
}

bool baseline_take(struct baseline *baseline, const struct finding *finding)
{
    char *print = fingerprint(finding);
    bool known = baseline_take_print(baseline, print);

    free(print);
    return known;
}
