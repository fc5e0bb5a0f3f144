/*
 * comm_object.h - a communicator that a finding is about.
 */
#ifndef MURMEL_COMM_OBJECT_H
#define MURMEL_COMM_OBJECT_H

#include "finding.h"
#include "model_object.h"

/* Adds it to the finding, with the call that made it and its processes: the
 * numbers in arguments (dest, root) are those of its own. */
void comm_object(struct finding *finding, const struct comm *comm);

#endif
