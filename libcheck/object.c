#include "object.h"

#include "arena.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Variables that a thread has seen, by address; a power of two. */
#define SLOTS 32

/* Symbols that are looked at, at most, in all: some hundredths of a second. */
#define SYMBOLS_MAX (4 << 20)

/* Symbols that are read at once. */
#define CHUNK 512

struct object {
    uint64_t low, high; /* addresses; high 0: none */
};

static __thread struct object slots[SLOTS]
    __attribute__((tls_model("initial-exec")));

struct object_data object_data;

/* Where the program was loaded, and where its symbols are in its file. */
static struct {
    uint64_t base;
    uint64_t offset, count;
    uint64_t sections, names; /* the headers, and the names that they have */
} program;
static _Atomic uint64_t looked_at;

/* -------------------------------------------------------------- the program */

/* It is not kept open, since the program may close what it has not opened. */
static int open_program(void)
{
    return open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
}

static bool read_at(int file, void *to, size_t bytes, uint64_t offset)
{
    return pread(file, to, bytes, (off_t)offset) == (ssize_t)bytes;
}

/* Where the program was loaded, and its data. */
static void find_data(void)
{
    const ElfW(Phdr) *headers = (const void *)getauxval(AT_PHDR);
    size_t count = headers == NULL ? 0 : getauxval(AT_PHNUM), i;
    bool is_known = false;

    for (i = 0; i < count; i++)
        if (headers[i].p_type == PT_PHDR) {
            program.base = (uintptr_t)headers - headers[i].p_vaddr;
            is_known = true;
        }
    for (i = 0; is_known && i < count; i++)
        if (headers[i].p_type == PT_LOAD && (headers[i].p_flags & PF_W) != 0) {
            object_data.low = program.base + headers[i].p_vaddr;
            object_data.high = object_data.low + headers[i].p_memsz;
        }
}

/* The table of all symbols; in a program that was stripped, of those for the
 * dynamic linker. */
static bool find_symbols(int file)
{
    ElfW(Ehdr) header;
    ElfW(Shdr) section;
    unsigned i, best = SHT_NULL;

    if (!read_at(file, &header, sizeof header, 0) ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_shentsize != sizeof section)
        return false;
    for (i = 0; i < header.e_shnum && best != SHT_SYMTAB; i++) {
        if (!read_at(file, &section, sizeof section,
                     header.e_shoff + i * sizeof section))
            return false;
        if ((section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) ||
            section.sh_entsize != sizeof(ElfW(Sym)))
            continue;
        best = section.sh_type;
        program.offset = section.sh_offset;
        program.count = section.sh_size / sizeof(ElfW(Sym));
    }
    program.sections = header.e_shoff;
    if (!read_at(file, &section, sizeof section,
                 header.e_shoff + header.e_shstrndx * sizeof section))
        return false;
    program.names = section.sh_offset;
    return best != SHT_NULL;
}

void object_begin(void)
{
    int saved = errno, file = open_program();

    find_data();
    if (file < 0 || !find_symbols(file))
        object_data.high = 0;
    if (file >= 0)
        close(file);
    errno = saved;
}

/* ----------------------------------------------------------- one variable */

/* Where the linker has put a name of its own (__bss_start, data_start), all of
 * the program's data may be meant. */
static bool is_linkers(const ElfW(Sym) * symbol)
{
    return (symbol->st_info & 0xf) == STT_NOTYPE &&
           symbol->st_info >> 4 != STB_LOCAL && symbol->st_shndx != SHN_UNDEF;
}

/* The largest of the variables around the address that these symbols name, and
 * its section. */
static void look_at(const ElfW(Sym) * symbols, size_t count, uint64_t address,
                    struct object *found, unsigned *section)
{
    size_t i;

    for (i = 0; i < count; i++) {
        uint64_t low = program.base + symbols[i].st_value;
        uint64_t high = low + symbols[i].st_size;

        if (low == address && is_linkers(&symbols[i]))
            found->high = UINT64_MAX;
        if ((symbols[i].st_info & 0xf) == STT_OBJECT &&
            symbols[i].st_shndx != SHN_UNDEF && address >= low &&
            address < high && high > found->high) {
            found->low = low;
            found->high = high;
            *section = symbols[i].st_shndx;
        }
    }
}

/* A section with a name that a variable could have the program itself has made:
 * the linker says where it begins and ends, so that all of it may be an array.
 */
static bool widen_to_section(int file, unsigned index, struct object *object)
{
    ElfW(Shdr) section;
    char first;

    if (index >= SHN_LORESERVE)
        return true;
    if (!read_at(file, &section, sizeof section,
                 program.sections + index * sizeof section) ||
        !read_at(file, &first, 1, program.names + section.sh_name))
        return false;
    if (first != '.') {
        object->low = program.base + section.sh_addr;
        object->high = object->low + section.sh_size;
    }
    return true;
}

/* False: it cannot be read any more. */
static bool search(uint64_t address, struct object *found)
{
    ElfW(Sym) *symbols = arena_take(CHUNK * sizeof *symbols);
    int file = open_program();
    uint64_t at = 0, count;
    unsigned section = 0;
    bool fine = symbols != NULL && file >= 0;

    *found = (struct object){address, 0};
    while (fine && at < program.count) {
        count = program.count - at < CHUNK ? program.count - at : CHUNK;
        fine = read_at(file, symbols, count * sizeof *symbols,
                       program.offset + at * sizeof *symbols);
        if (fine)
            look_at(symbols, count, address, found, &section);
        at += count;
    }
    if (found->high == UINT64_MAX)
        *found = (struct object){address, 0};
    if (fine && found->high != 0)
        fine = widen_to_section(file, section, found);
    if (symbols != NULL)
        arena_give(symbols, CHUNK * sizeof *symbols);
    if (file >= 0)
        close(file);
    return fine;
}

static __attribute__((noinline)) bool find(uint64_t address,
                                           struct object *object)
{
    int saved = errno;
    bool fine = atomic_fetch_add(&looked_at, program.count) < SYMBOLS_MAX &&
                search(address, object);

    errno = saved;
    return fine;
}

bool object_ends_before(uint64_t low, uint64_t high, uint64_t *end)
{
    struct object *slot = &slots[(low >> 6 ^ low >> 12) & (SLOTS - 1)];

    if ((low < slot->low || low >= slot->high) && !find(low, slot))
        return false;
    *end = slot->high;
    return slot->high != 0 && slot->high < high;
}
