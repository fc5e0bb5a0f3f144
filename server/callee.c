#include "callee.h"

#include "symbol_object.h"

#include <gelf.h>
#include <string.h>

/* Where the jump there finds its target: endbr64, or bnd, may stand before it.
 * 0: there is none. */
static uint64_t slot_of(const char *module, uint64_t address)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char code[16];
    int32_t distance;
    size_t at = 0;

    if (symbol_code(module, address, code, sizeof code) != sizeof code)
        return 0;
    if (memcmp(code, endbr64, sizeof endbr64) == 0)
        at += sizeof endbr64;
    if (code[at] == 0xf2)
        at++;
    if (code[at] != 0xff || code[at + 1] != 0x25) /* jmp *distance(%rip) */
        return 0;
    memcpy(&distance, code + at + 2, sizeof distance);
    return address + at + 6 + (uint64_t)(int64_t)distance;
}

/* What the dynamic linker puts into the slot, by one table of its. */
static const char *name_in(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                           uint64_t slot)
{
    Elf_Data *data = elf_getdata(section, NULL);
    Elf_Scn *symbols = elf_getscn(elf, header->sh_link);
    Elf_Data *names = symbols == NULL ? NULL : elf_getdata(symbols, NULL);
    GElf_Shdr table;
    GElf_Rela rela;
    GElf_Sym symbol;
    int i;

    if (data == NULL || names == NULL || gelf_getshdr(symbols, &table) == NULL)
        return NULL;
    for (i = 0; gelf_getrela(data, i, &rela) != NULL; i++)
        if (rela.r_offset == slot &&
            gelf_getsym(names, (int)GELF_R_SYM(rela.r_info), &symbol) != NULL)
            return elf_strptr(elf, table.sh_link, symbol.st_name);
    return NULL;
}

const char *callee_name(const char *module, uint64_t address)
{
    uint64_t slot = slot_of(module, address);
    GElf_Addr start, bias;
    Dwfl_Module *file = slot == 0 ? NULL : symbol_module(module, &start);
    Elf *elf = file == NULL ? NULL : dwfl_module_getelf(file, &bias);
    Elf_Scn *section = NULL;
    const char *name = NULL;
    GElf_Shdr header;

    while (elf != NULL && name == NULL &&
           (section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL &&
            header.sh_type == SHT_RELA)
            name = name_in(elf, section, &header, slot);
    return name;
}
