/*
 * report_html.h - what the parts of report_html*.c share.
 *
 * Every value goes through html_put, which escapes it; there is no other way
 * from a string of the application into the page.
 */
#ifndef MURMEL_REPORT_HTML_H
#define MURMEL_REPORT_HTML_H

#include "report.h"

#include "report_page.h" /* made of report_page/ */

struct page {
    const struct report *report;
    FILE *stream;
    struct source_files *source;
};

/* Writes a part of the page; values are pairs of a hole's name and its text,
 * ended by NULL. */
void html_put(FILE *stream, const char *const *part, const char *const *values);
const char *html_number(char *buffer, unsigned long long number);

#define PUT(page, part, ...)                                                   \
    html_put((page)->stream, part, (const char *const[]){__VA_ARGS__, NULL})
#define PUT_PLAIN(page, part)                                                  \
    html_put((page)->stream, part, (const char *const[]){NULL})

/* A number as text; the buffer lives as long as the block it is used in. */
#define NUMBER(number) html_number((char[24]){0}, (unsigned long long)(number))

#define PLURAL(number) ((number) == 1 ? "" : "s")

/* "Potential error" */
const char *html_severity(enum severity severity);

/* report_html_finding.c.  One that is not whole is text for the browser, which
 * page.js makes a part of the page when it is wanted: of many thousands the
 * page would take seconds to open. */
void html_finding(struct page *page, const struct finding *finding,
                  bool unfolded, bool whole);
/* dot: the graph's file; NULL: there is none. */
void html_graph(struct page *page, const struct wait_graph *graph,
                const char *dot);
void html_stack(struct page *page, const struct stack *stack,
                const struct process *process);
/* The stack, where it says more than the place that stands above it. */
void html_callers(struct page *page, const struct stack *stack,
                  const struct process *process);

/* report_html_rule.c: the rules that were broken, in lines of a program. */
void html_rules(struct page *page);

/* report_html_process.c */
void html_processes(struct page *page);
/* report_html_pending.c: requests and epochs that were begun and not ended. */
void html_pending(struct page *page);
/* report_html_traffic.c: who sent how much to whom. */
void html_traffic(struct page *page);
/* Communicators, files and windows, by where they were made. */
void html_objects(struct page *page);
/* The MPI functions that were called. */
void html_functions(struct page *page);

#endif
