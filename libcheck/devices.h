/*
 * devices.h - devices that have memory of their own.
 */
#ifndef MURMEL_DEVICES_H
#define MURMEL_DEVICES_H

#include <stdbool.h>

/* Whether the process uses one (CUDA, ROCm, Level Zero), whose memory may be in
 * no map: it has it open.  That their libraries are loaded says nothing: hwloc
 * loads them, for any program that MPICH starts. */
bool devices_are_used(void);

#endif
