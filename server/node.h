/*
 * node.h - the node that a checker is on, where the job has several.
 */
#ifndef MURMEL_NODE_H
#define MURMEL_NODE_H

#include "option.h"

/*
 * For a checker that a process started: where its job has processes on other
 * nodes, too, which have checkers of their own, the report goes to a folder of
 * this node's name below the one that all were given.  Where one of them judges
 * the whole job, there is one report, and a file by which the others find it.
 */
void node_report(struct options *options);

#endif
