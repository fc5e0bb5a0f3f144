/*
 * findings_private.h - what the making of a finding (finding.c) and the keeping
 * of all of them (findings.c) share.
 */
#ifndef MURMEL_FINDINGS_PRIVATE_H
#define MURMEL_FINDINGS_PRIVATE_H

#include "findings.h"

/* The processes that the sets of findings are of. */
struct process_table *findings_processes(struct findings *findings);
void finding_free(struct finding *finding);

#endif
