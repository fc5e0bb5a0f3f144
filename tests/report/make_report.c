/*
 * make_report.c - writes the reports of a made-up job, for tests/report:
 * make_report empty|plain|hostile|incomplete|many|wide DIRECTORY
 * and says how long report_write took.
 */
#include "report_sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* More than that no report may take, of 10,000 findings neither. */
#define MOST_KILOBYTES 300000

int main(int argc, char **argv)
{
    static const char *const kinds[] = {
        [SAMPLE_EMPTY] = "empty",           [SAMPLE_PLAIN] = "plain",
        [SAMPLE_HOSTILE] = "hostile",       [SAMPLE_MANY] = "many",
        [SAMPLE_INCOMPLETE] = "incomplete", [SAMPLE_WIDE] = "wide",
    };
    struct timespec began, ended;
    struct rusage used;
    struct sample *sample;
    int kind = 0, result;

    if (argc != 3) {
        printf("usage: make_report KIND DIRECTORY\n");
        return 0; /* the runner of unit tests starts it, too */
    }
    while (kind <= SAMPLE_WIDE && strcmp(kinds[kind], argv[1]) != 0)
        kind++;
    if (kind > SAMPLE_WIDE)
        return 2;
    sample = sample_new((enum sample_kind)kind);
    clock_gettime(CLOCK_MONOTONIC, &began);
    result = report_write(&sample->job, sample->findings, NULL, argv[2],
                          sample->report.complete);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    if (result != 0)
        printf("report_write: %s\n", strerror(errno));
    else
        printf("%s: %.3f s\n", argv[1],
               (double)(ended.tv_sec - began.tv_sec) +
                   (double)(ended.tv_nsec - began.tv_nsec) / 1e9);
    sample_free(sample);
    getrusage(RUSAGE_SELF, &used);
    if (used.ru_maxrss > MOST_KILOBYTES) {
        printf("%s: took %ld kB of memory\n", argv[1], used.ru_maxrss);
        result = -1;
    }
    return result == 0 ? 0 : 1;
}
