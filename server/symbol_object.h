/*
 * symbol_object.h - the opened files of modules, for those who read their
 * debugging information (elfutils).
 */
#ifndef MURMEL_SYMBOL_OBJECT_H
#define MURMEL_SYMBOL_OBJECT_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

/* The module of that path; NULL: it cannot be read.  *start: where its address
 * 0 is for libdwfl. */
Dwfl_Module *symbol_module(const char *path, GElf_Addr *start);

/* The unit of an address of the file, which becomes one of the debugging
 * information; NULL: there is none. */
Dwarf_Die *symbol_unit(const char *path, Dwarf_Addr *address);

/* The scopes around an address of the debugging information, innermost first,
 * in *scopes (malloc'd); their number, or 0. */
int symbol_scopes(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes);

/* Copies the bytes of the module's file that stand at the address in memory;
 * how many there are, at most `size`. */
size_t symbol_code(const char *module, uint64_t address, unsigned char *code,
                   size_t size);

/* Closes the modules that were opened. */
void symbol_object_end(void);

#endif
