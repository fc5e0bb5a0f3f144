/*
 * report_schema.h - which report.json is written, and read again.
 */
#ifndef MURMEL_REPORT_SCHEMA_H
#define MURMEL_REPORT_SCHEMA_H

/* Of doc/report.schema.json. */
#define REPORT_SCHEMA_VERSION 1

#endif
