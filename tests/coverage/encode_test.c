/*
 * encode_test.c - what the wrappers of a flavour record, seen on its MPI.
 *
 *   encode_test LIBMURMEL_FLAVOUR MPI_LIBRARY
 *
 * One process.  It stands in for libmurmel.so: it gives the flavour library
 * the functions of client.h, which keep the records in memory, and calls the
 * wrappers it gets.  Compiled with the mpi.h of the MPI.
 */
#include <mpi.h>

#include "calls.h"
#include "client.h"
#include "fortran.h"
#include "neutral.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (condition) {                                                       \
            passed++;                                                          \
        } else {                                                               \
            failed++;                                                          \
            printf("FAIL line %d: %s\n", __LINE__, #condition);                \
        }                                                                      \
    } while (0)

/* --------------------------------------------- in the place of libmurmel */

murmel_function murmel_real[CALL_COUNT];
void *murmel_mpi_handle;
fortran_wrapper *murmel_fortran[FORTRAN_COUNT];
const void *murmel_fortran_ignore[2];
__thread bool murmel_fortran_refused;
__thread const void *murmel_fortran_statuses;
fortran_status_wrapper *murmel_fortran_status;

static murmel_function wrappers[CALL_COUNT];

/* A kept record, with a header, so that offsets of arrays can be resolved. */
struct kept {
    struct record header;
    uint64_t words[8192];
};
static struct kept entered, left, other;
static int exits, others;

bool murmel_call_begins_in(struct murmel_call *call, unsigned id,
                           const void *return_address, const void *frame)
{
    (void)frame;
    memset(call, 0, sizeof(*call));
    call->id = (uint16_t)id;
    call->return_address = return_address;
    exits = others = 0;
    return true;
}

static uint64_t *keep(struct kept *kept, int kind, size_t bytes)
{
    if (bytes > sizeof(kept->words))
        abort();
    memset(kept->words, 0xee, bytes + 64);
    kept->header.kind = (uint8_t)kind;
    kept->header.size = (uint32_t)(sizeof(struct record) + bytes);
    return kept->words;
}

uint64_t *murmel_enter(struct murmel_call *call, size_t bytes)
{
    entered.header.call = call->id;
    return keep(&entered, RECORD_ENTER, bytes);
}

uint64_t *murmel_exit(struct murmel_call *call, size_t bytes)
{
    left.header.call = call->id;
    exits++;
    return keep(&left, RECORD_EXIT, bytes);
}

uint64_t *murmel_record(struct murmel_call *call, enum record_kind kind,
                        size_t bytes)
{
    (void)call;
    others++;
    return keep(&other, (int)kind, bytes);
}

bool murmel_string(const char *string, size_t most, size_t *length)
{
    *length = strnlen(string, most);
    return true;
}

bool murmel_ends_before(const void *array, size_t bytes)
{
    (void)array;
    (void)bytes;
    return false;
}

void murmel_room(struct murmel_call *call, uint32_t parameter,
                 const void *array, int64_t bytes, bool may)
{
    (void)call;
    (void)parameter;
    (void)array;
    (void)bytes;
    (void)may;
}

void murmel_publish(struct murmel_call *call)
{
    (void)call;
}

void murmel_call_ends(struct murmel_call *call)
{
    (void)call;
}

uint64_t murmel_hash(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return 0;
}

bool murmel_is_native(void)
{
    return false;
}

bool murmel_is_extended(void)
{
    return false;
}

/* ----------------------------------------------------------- test tools */

/* Calls the wrapper of an MPI function. */
#define WRAPPED(name) ((__typeof__(&name))wrappers[CALL_##name])

/* View of the last call. */
static uint64_t view_words[64];

/* Not inlined: gcc would take the views for other objects than the words. */
static __attribute__((noinline)) void *view(void)
{
    unsigned in_words = call_table[entered.header.call].in_words;
    unsigned out_words = call_table[entered.header.call].out_words;

    memcpy(view_words, entered.words, in_words * 8);
    memcpy(view_words + in_words, left.words, out_words * 8);
    return view_words;
}
#define VIEW(name) struct call_##name *v = view()

/* Items of an array, by their offset from the start of the record. */
static __attribute__((noinline)) const void *at(const struct kept *kept,
                                                uint64_t offset)
{
    return (const char *)kept + offset;
}

static const int64_t *items(const struct kept *kept, struct array_number array)
{
    return at(kept, array.offset);
}

static const uint64_t *handles(const struct kept *kept,
                               struct array_handle array)
{
    return at(kept, array.offset);
}

static const char *chars(const struct kept *kept, struct array_string array)
{
    return at(kept, array.offset);
}

static const struct status_value *statuses(const struct kept *kept,
                                           struct array_status array)
{
    return at(kept, array.offset);
}

/* ----------------------------------------------------------------- tests */

static void test_init(void)
{
    struct record_world *world = (struct record_world *)other.words;
    int provided, found = 0;

    CHECK(WRAPPED(MPI_Init_thread)(NULL, NULL, MPI_THREAD_FUNNELED,
                                   &provided) == 0);
    VIEW(MPI_Init_thread);
    CHECK(v->required == NEUTRAL_THREAD_FUNNELED);
    CHECK(v->result == 0 && v->provided >= NEUTRAL_THREAD_FUNNELED);
    CHECK(others == 1 && other.header.kind == RECORD_WORLD);
    CHECK(world->rank == 0 && world->size == 1 && !world->has_parent);
    CHECK(world->tag_ub >= 32767 && world->any_source == MPI_ANY_SOURCE &&
          world->thread_level == v->provided);
    for (uint32_t i = 0; i < world->type_count; i++)
        if (world->types[i].datatype == 0x209) /* MPI_INT */
            found = world->types[i].size == 4 && world->types[i].lb == 0 &&
                    world->types[i].extent == 4;
    CHECK(found);
    CHECK(world->type_count > 40);
}

static void test_point_to_point(void)
{
    MPI_Request requests[3];
    int sent = 1, received, index, indices[3];

    CHECK(WRAPPED(MPI_Isend)(&sent, 1, MPI_INT, 0, 7, MPI_COMM_SELF,
                             &requests[0]) == 0);
    {
        VIEW(MPI_Isend);
        CHECK(v->buf == (uintptr_t)&sent && v->count == 1);
        CHECK(v->datatype == 0x209 && v->dest == 0 && v->tag == 7);
        CHECK(v->comm == NEUTRAL_COMM_SELF && v->result == 0);
        CHECK(v->request > 0xffff);
    }
    CHECK(WRAPPED(MPI_Recv)(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                            MPI_COMM_SELF, MPI_STATUS_IGNORE) == 0);
    {
        VIEW(MPI_Recv);
        CHECK(v->source == NEUTRAL_ANY_SOURCE && v->tag == NEUTRAL_ANY_TAG);
        CHECK(v->buf == (uintptr_t)&received);
        CHECK(v->status.source == 0 && v->status.tag == 7);
        CHECK(v->status.bytes == 4 && v->status.flags == STATUS_IGNORED);
    }
    CHECK(WRAPPED(MPI_Irecv)(&received, 1, MPI_INT, MPI_PROC_NULL, 3,
                             MPI_COMM_SELF, &requests[1]) == 0);
    {
        VIEW(MPI_Irecv);
        CHECK(v->source == NEUTRAL_PROC_NULL && v->tag == 3);
    }
    requests[2] = MPI_REQUEST_NULL;
    CHECK(WRAPPED(MPI_Waitall)(3, requests, MPI_STATUSES_IGNORE) == 0);
    {
        VIEW(MPI_Waitall);
        CHECK(v->count == 3 && v->array_of_requests.count == 3);
        CHECK(v->array_of_statuses.count == 3 &&
              v->array_of_statuses.special == ARRAY_PRESENT);
        CHECK(statuses(&left, v->array_of_statuses)[1].bytes == 0);
        const uint64_t *given = handles(&entered, v->array_of_requests);
        CHECK(given[2] == NEUTRAL_REQUEST_NULL && given[0] > 0xffff);
    }
    CHECK(WRAPPED(MPI_Waitany)(3, requests, &index, MPI_STATUS_IGNORE) == 0);
    {
        VIEW(MPI_Waitany);
        CHECK(v->indx == NEUTRAL_UNDEFINED);
    }
    CHECK(WRAPPED(MPI_Waitsome)(3, requests, &index, indices,
                                MPI_STATUSES_IGNORE) == 0);
    {
        VIEW(MPI_Waitsome);
        CHECK(v->outcount == NEUTRAL_UNDEFINED);
        CHECK(v->array_of_indices.count == 0 &&
              v->array_of_statuses.count == 0);
    }
}

static void test_no_message(void)
{
    int flag = 1, count;
    MPI_Status status;

    CHECK(WRAPPED(MPI_Iprobe)(0, 5, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE) ==
          0);
    VIEW(MPI_Iprobe);
    CHECK(v->flag == 0 && v->status.source == NEUTRAL_UNREAD);
    CHECK(WRAPPED(MPI_Recv)(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF,
                            &status) == 0);
    {
        struct call_MPI_Recv *r = view();
        CHECK(r->status.source == NEUTRAL_PROC_NULL);
        CHECK(r->status.tag == NEUTRAL_ANY_TAG && r->status.bytes == 0);
    }
    CHECK(WRAPPED(MPI_Get_count)(&status, MPI_INT, &count) == 0);
    CHECK(exits == 0 && count == 0); /* a query: one record */
}

static void test_errors(void)
{
    int number = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(WRAPPED(MPI_Send)(&number, 1, MPI_INT, 99, 0, MPI_COMM_WORLD) != 0);
    {
        VIEW(MPI_Send);
        CHECK(v->dest == 99 && v->result == 6); /* MPI_ERR_RANK */
        CHECK(v->comm == NEUTRAL_COMM_WORLD);
    }
    CHECK(WRAPPED(MPI_Comm_rank)(MPI_COMM_NULL, &number) != 0);
    {
        VIEW(MPI_Comm_rank);
        CHECK(exits == 1 && v->result == 5); /* MPI_ERR_COMM */
        CHECK(v->comm == NEUTRAL_COMM_NULL);
    }
}

static void test_communicators(void)
{
    MPI_Comm comm, none;
    MPI_Request request;

    CHECK(WRAPPED(MPI_Comm_dup)(MPI_COMM_WORLD, &comm) == 0);
    {
        VIEW(MPI_Comm_dup);
        CHECK(v->newcomm.comm > 0xffff && v->newcomm.rank == 0);
        CHECK(v->newcomm.size == 1 && v->newcomm.remote_size == 0);
    }
    CHECK(WRAPPED(MPI_Comm_split)(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none) ==
          0);
    {
        VIEW(MPI_Comm_split);
        CHECK(v->color == NEUTRAL_UNDEFINED);
        CHECK(v->newcomm.comm == NEUTRAL_COMM_NULL && v->newcomm.size == -1);
    }
    CHECK(WRAPPED(MPI_Comm_set_name)(comm, "marmots") == 0);
    {
        VIEW(MPI_Comm_set_name);
        CHECK(v->comm_name.count == 7 &&
              memcmp(chars(&entered, v->comm_name), "marmots", 7) == 0);
    }
    CHECK(WRAPPED(MPI_Comm_free)(&comm) == 0);
    {
        VIEW(MPI_Comm_free);
        CHECK(v->comm > 0xffff && comm == MPI_COMM_NULL);
    }
    CHECK(WRAPPED(MPI_Comm_idup)(MPI_COMM_WORLD, &comm, &request) == 0);
    {
        struct call_MPI_Comm_idup *v = view();
        struct new_comm *told = (struct new_comm *)other.words;
        uint64_t handle = v->request;

        CHECK(WRAPPED(MPI_Wait)(&request, MPI_STATUS_IGNORE) == 0);
        CHECK(others == 1 && other.header.kind == RECORD_NEW_COMM);
        CHECK(told->comm > 0xffff && told->rank == 0 && told->size == 1);
        CHECK(other.words[sizeof *told / 8] == handle);
    }
    CHECK(WRAPPED(MPI_Comm_free)(&comm) == 0);
}

static void test_arrays(void)
{
    int counts[1] = {2}, displs[1] = {1}, from[2] = {1, 2}, to[3];
    MPI_Comm comm;

    CHECK(WRAPPED(MPI_Gatherv)(from, 2, MPI_INT, to, counts, displs, MPI_INT, 0,
                               MPI_COMM_WORLD) == 0);
    {
        VIEW(MPI_Gatherv);
        CHECK(v->recvcounts.count == 1 &&
              items(&entered, v->recvcounts)[0] == 2);
        CHECK(v->displs.count == 1 && items(&entered, v->displs)[0] == 1);
    }
    CHECK(WRAPPED(MPI_Gatherv)(from, 2, MPI_INT, to, counts, displs, MPI_INT, 5,
                               MPI_COMM_WORLD) != 0);
    {
        VIEW(MPI_Gatherv); /* not the root: arrays not looked at */
        CHECK(v->recvcounts.special == ARRAY_UNREAD && v->root == 5);
    }
    CHECK(WRAPPED(MPI_Allreduce)(MPI_IN_PLACE, to, 1, MPI_INT, MPI_SUM,
                                 MPI_COMM_WORLD) == 0);
    {
        VIEW(MPI_Allreduce);
        CHECK(v->sendbuf == NEUTRAL_IN_PLACE && v->op == 0x21);
    }
    CHECK(WRAPPED(MPI_Cart_create)(MPI_COMM_WORLD, 1, (int[]){1}, (int[]){1}, 0,
                                   &comm) == 0);
    {
        VIEW(MPI_Cart_create);
        CHECK(v->dims.count == 1 && v->comm_cart.size == 1);
    }
    WRAPPED(MPI_Comm_free)(&comm);
    CHECK(WRAPPED(MPI_Alltoallv)(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL,
                                 to, (int[]){1}, (int[]){0}, MPI_INT,
                                 MPI_COMM_WORLD) == 0);
    {
        VIEW(MPI_Alltoallv);
        CHECK(v->sendtype == NEUTRAL_DATATYPE_NULL);
        CHECK(v->sendcounts.special == ARRAY_NULL && v->recvcounts.count == 1);
    }
}

/* The reference MPI lacks these two; they are recorded nevertheless. */
static void test_topologies(void)
{
    int from[2] = {1, 2}, to[2], twos[2] = {1, 1}, places[2] = {0, 1};
    int zero = 0, one = 1;
    MPI_Comm comm;

    WRAPPED(MPI_Cart_create)(MPI_COMM_WORLD, 1, &one, &one, 0, &comm);
    WRAPPED(MPI_Neighbor_alltoallv)
    (from, twos, places, MPI_INT, to, twos, places, MPI_INT, comm);
    {
        VIEW(MPI_Neighbor_alltoallv);
        CHECK(v->sendcounts.count == 2 && v->rdispls.count == 2);
        CHECK(items(&entered, v->rdispls)[1] == 1);
    }
    WRAPPED(MPI_Comm_free)(&comm);
    WRAPPED(MPI_Dist_graph_create_adjacent)
    (MPI_COMM_WORLD, 1, &zero, MPI_UNWEIGHTED, 1, &zero, MPI_UNWEIGHTED,
     MPI_INFO_NULL, 0, &comm);
    {
        VIEW(MPI_Dist_graph_create_adjacent);
        CHECK(v->sources.count == 1);
        CHECK(v->sourceweights.special == ARRAY_UNWEIGHTED);
        CHECK(v->info == NEUTRAL_INFO_NULL);
        if (v->result == 0)
            WRAPPED(MPI_Comm_free)(&comm);
    }
}

static void test_windows(void)
{
    void *base;
    MPI_Win win;
    MPI_Group group;
    int number = 1;

    CHECK(WRAPPED(MPI_Win_allocate)(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                                    &win) == 0);
    {
        VIEW(MPI_Win_allocate);
        CHECK(v->size == 64 && v->disp_unit == 4);
        CHECK(v->baseptr == (uintptr_t)base && v->win > 0xffff);
    }
    CHECK(WRAPPED(MPI_Win_fence)(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, win) ==
          0);
    {
        VIEW(MPI_Win_fence);
        CHECK(v->assert == (NEUTRAL_MODE_NOPRECEDE | NEUTRAL_MODE_NOPUT));
    }
    CHECK(WRAPPED(MPI_Win_fence)(MPI_MODE_NOSUCCEED, win) == 0);
    CHECK(WRAPPED(MPI_Win_lock)(MPI_LOCK_EXCLUSIVE, 0, 0, win) == 0);
    {
        VIEW(MPI_Win_lock);
        CHECK(v->lock_type == NEUTRAL_LOCK_EXCLUSIVE && v->rank == 0);
    }
    CHECK(WRAPPED(MPI_Accumulate)(&number, 1, MPI_INT, 0, 2, 1, MPI_INT,
                                  MPI_REPLACE, win) == 0);
    {
        VIEW(MPI_Accumulate);
        CHECK(v->target_disp == 2 && v->op == NEUTRAL_OP_REPLACE);
    }
    CHECK(WRAPPED(MPI_Win_unlock)(0, win) == 0);
    CHECK(WRAPPED(MPI_Comm_group)(MPI_COMM_WORLD, &group) == 0);
    {
        VIEW(MPI_Comm_group);
        CHECK(v->group > 0xffff);
    }
    WRAPPED(MPI_Group_free)(&group);
    CHECK(WRAPPED(MPI_Win_free)(&win) == 0);
}

static void test_datatypes(void)
{
    MPI_Datatype type;
    int lengths[2] = {1, 2}, ranges[1][3] = {{0, 0, 1}};
    MPI_Aint places[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Group world, group;

    CHECK(WRAPPED(MPI_Type_create_struct)(2, lengths, places, types, &type) ==
          0);
    {
        VIEW(MPI_Type_create_struct);
        CHECK(v->array_of_types.count == 2 && v->newtype > 0xffff);
        CHECK(items(&entered, v->array_of_displacements)[1] == 8);
        CHECK(handles(&entered, v->array_of_types)[1] == 0x214);
    }
    CHECK(WRAPPED(MPI_Type_commit)(&type) == 0);
    CHECK(WRAPPED(MPI_Type_free)(&type) == 0);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK(WRAPPED(MPI_Group_range_incl)(world, 1, ranges, &group) == 0);
    {
        VIEW(MPI_Group_range_incl);
        CHECK(v->ranges.count == 3 && items(&entered, v->ranges)[2] == 1);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

static murmel_flavour_init_function *load(const char *path, const char *mpi)
{
    void *flavour = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (flavour != NULL)
        murmel_mpi_handle = dlopen(mpi, RTLD_NOW | RTLD_LOCAL);
    if (murmel_mpi_handle == NULL) {
        printf("FAIL %s\n", dlerror());
        exit(1);
    }
    for (int i = 0; i < CALL_COUNT; i++) {
        char name[80] = "P";

        strncat(name, call_table[i].name, sizeof(name) - 2);
        *(void **)&murmel_real[i] = dlsym(murmel_mpi_handle, name);
    }
    return (murmel_flavour_init_function *)dlsym(flavour,
                                                 "murmel_flavour_init");
}

int main(int argc, char **argv)
{
    murmel_flavour_init_function *init;

    if (argc != 3)
        return 2;
    init = load(argv[1], argv[2]);
    CHECK(init(CALLS_SCHEMA_HASH + 1, wrappers) == -1);
    CHECK(init(CALLS_SCHEMA_HASH, wrappers) == 0);
    test_init();
    test_point_to_point();
    test_no_message();
    test_errors();
    test_communicators();
    test_arrays();
    test_topologies();
    test_windows();
    test_datatypes();
    WRAPPED(MPI_Finalize)();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
