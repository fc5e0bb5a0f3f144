/*
 * report_value.h - JSON values that report.json and report.sarif share.
 */
#ifndef MURMEL_REPORT_VALUE_H
#define MURMEL_REPORT_VALUE_H

#include <jansson.h>
#include <time.h>

/* A string of any bytes as valid UTF-8; null for NULL.  New references. */
json_t *report_text_value(const char *string);
/* "2026-11-21T09:22:06.123Z"; null for a tv_sec of 0. */
json_t *report_time_value(const struct timespec *time);
/* Writes and frees a value. */
void report_put_value(FILE *stream, json_t *value);

#endif
