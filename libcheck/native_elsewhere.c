/*
 * native_elsewhere.c - whether the program has means, other than MPI and the
 * language's atomics, by which processes may put in order what they do: it is
 * linked with functions for that, or has inline assembler.  Part of the
 * runtime of `murmel cc`, in each module of the program.
 */
#include "native_elsewhere.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Functions by which another process can be told of something, or waited for.
 * Of what takes a teller and a listener one of the two is enough.  Not fopen:
 * most programs have it; nor mutexes and semaphores, of which it is seen
 * whether processes share them (native_runtime.c).
 */
static const char *const means[] = {
    /* pipes, sockets */
    "__open64_2", "__open_2", "__openat64_2", "__openat_2", "accept", "accept4",
    "connect", "creat", "creat64", "mkfifo", "mkfifoat", "mknod", "mknodat",
    "open", "open64", "openat", "openat64", "pipe", "pipe2", "popen", "socket",
    "socketpair", "system",
    /* files: their locks, and whether they are there */
    "__fxstatat", "__fxstatat64", "__lxstat", "__lxstat64", "__xstat",
    "__xstat64", "_gfortran_st_inquire", "access", "eaccess", "euidaccess",
    "faccessat", "fcntl", "fcntl64", "flock", "fstatat", "fstatat64",
    "inotify_init", "inotify_init1", "link", "linkat", "lockf", "lockf64",
    "lstat", "lstat64", "mkdir", "mkdirat", "rename", "renameat", "renameat2",
    "stat", "stat64", "statx", "symlink", "symlinkat",
    /* memory */
    "memfd_create", "mmap", "mmap64", "process_vm_readv", "process_vm_writev",
    "shm_open", "shmat", "shmget",
    /* semaphores, messages, locks whose kind is not looked at */
    "mq_open", "msgget", "msgrcv", "msgsnd", "pthread_spin_init", "semget",
    "semop", "semtimedop",
    /* signals, and what is behind all others */
    "kill", "killpg", "pidfd_send_signal", "ptrace", "sigqueue", "syscall",
    "tgkill"};

/* Made by the linker. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* native/as puts another one, which is 1 and not weak, into each object that
 * has inline assembler. */
extern char murmel_inline_assembler;
__attribute__((weak, visibility("hidden"))) char murmel_inline_assembler;

struct dynamic {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * relocations[2];
    size_t sizes[2]; /* bytes */
};

/* Not every loader has made an address of it. */
static const void *at(uintptr_t pointer)
{
    uintptr_t start = (uintptr_t)__ehdr_start;

    return (const void *)(pointer < start ? pointer + start : pointer);
}

static struct dynamic dynamic_of(const ElfW(Dyn) * entry)
{
    struct dynamic dynamic = {NULL, NULL, {NULL, NULL}, {0, 0}};

    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB)
            dynamic.symbols = at(entry->d_un.d_ptr);
        else if (entry->d_tag == DT_STRTAB)
            dynamic.names = at(entry->d_un.d_ptr);
        else if (entry->d_tag == DT_JMPREL)
            dynamic.relocations[0] = at(entry->d_un.d_ptr);
        else if (entry->d_tag == DT_PLTRELSZ)
            dynamic.sizes[0] = entry->d_un.d_val;
        else if (entry->d_tag == DT_RELA)
            dynamic.relocations[1] = at(entry->d_un.d_ptr);
        else if (entry->d_tag == DT_RELASZ)
            dynamic.sizes[1] = entry->d_un.d_val;
    }
    return dynamic;
}

static bool is_one(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof means / sizeof means[0]; i++)
        if (strcmp(name, means[i]) == 0)
            return true;
    return false;
}

bool native_has_means(void)
{
    struct dynamic dynamic;
    size_t list, i;

    if (murmel_inline_assembler != 0)
        return true;
    dynamic = dynamic_of(_DYNAMIC);
    if (dynamic.symbols == NULL || dynamic.names == NULL)
        return false;
    for (list = 0; list < 2; list++)
        for (i = 0; dynamic.relocations[list] != NULL &&
                    i < dynamic.sizes[list] / sizeof(ElfW(Rela));
             i++) {
            const ElfW(Sym) *symbol =
                &dynamic
                     .symbols[ELF64_R_SYM(dynamic.relocations[list][i].r_info)];

            if (symbol->st_shndx == SHN_UNDEF &&
                is_one(dynamic.names + symbol->st_name))
                return true;
        }
    return false;
}
