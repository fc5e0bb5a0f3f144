/*
 * report_text.h - what the lines of a finding and of the end of a job have in
 * common.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "finding.h"
#include "memory.h"

/* Characters of one string that a terminal gets; the files have them all. */
#define REPORT_TEXT_MESSAGE 1000
#define REPORT_TEXT_CALL    400

/* What Murmel's own lines begin with, and what goes on below stands behind. */
#define REPORT_TEXT_OURS   "murmel: "
#define REPORT_TEXT_INDENT ((int)sizeof REPORT_TEXT_OURS - 1)

/* Appends ": example.c:41 in main", or nothing where that is not known. */
void report_text_append_where(struct text *text, const struct finding *finding);

#endif
