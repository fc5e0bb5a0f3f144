/* np: 2 */
/* only: refmpi */
/*
 * Random trees of constructors against type maps kept as plain lists: size,
 * bounds, pack and unpack, and messages whose two ends differ in type. Others
 * pad structs whose bounds are set, or err with negative strides.
 */
#include "check.h"
#include <string.h>

#define BYTES_MAX 60000
#define SPAN      400000
#define SHIFT     200000

/* A type and its map: the displacement of every byte, in order. */
struct map {
    MPI_Datatype type;
    int n;
    int *bytes;
    MPI_Aint lb, ub;
    int marked;
};

static unsigned seed;

static int roll(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) % (unsigned)n);
}

static struct map basic(void)
{
    static const struct {
        MPI_Datatype type;
        int size;
    } all[] = {{MPI_INT, 4}, {MPI_DOUBLE, 8}, {MPI_CHAR, 1}};
    int i = roll(3);
    struct map map = {all[i].type, all[i].size, NULL, 0, all[i].size, 0};

    map.bytes = malloc((size_t)map.n * sizeof(int));
    for (int j = 0; j < map.n; j++)
        map.bytes[j] = j;
    return map;
}

/* Adds a copy of part at a displacement to the list and bounds. */
static void add(struct map *whole, const struct map *part, MPI_Aint disp,
                int *any)
{
    whole->bytes =
        realloc(whole->bytes, (size_t)(whole->n + part->n + 1) * sizeof(int));
    for (int i = 0; i < part->n; i++)
        whole->bytes[whole->n++] = part->bytes[i] + (int)disp;
    if (!*any || part->marked > whole->marked) {
        whole->lb = part->lb + disp;
        whole->ub = part->ub + disp;
        whole->marked = part->marked;
    } else if (part->marked == whole->marked) {
        if (part->lb + disp < whole->lb)
            whole->lb = part->lb + disp;
        if (part->ub + disp > whole->ub)
            whole->ub = part->ub + disp;
    }
    *any = 1;
}

static MPI_Aint extent(const struct map *map)
{
    return map->ub - map->lb;
}

static struct map make(int depth);

static struct map make_vector(const struct map *old)
{
    int count = 1 + roll(4), length = 1 + roll(3), any = 0;
    MPI_Aint stride = 8 * (roll(40) - 10);
    struct map map = {0};

    if (roll(2)) {
        int elements = roll(9) - 2;

        stride = elements * extent(old);
        MPI_Type_vector(count, length, elements, old->type, &map.type);
    } else {
        MPI_Type_create_hvector(count, length, stride, old->type, &map.type);
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < length; j++)
            add(&map, old, i * stride + j * extent(old), &any);
    }
    return map;
}

static struct map make_indexed(const struct map *old)
{
    int count = 1 + roll(4), any = 0, same = roll(2);
    int lengths[4], places[4];
    MPI_Aint disps[4];
    struct map map = {0};

    for (int i = 0; i < count; i++) {
        lengths[i] = same ? 2 : 1 + roll(3);
        places[i] = roll(20) - 5;
        disps[i] = 8 * (roll(100) - 30);
    }
    switch (roll(2) + 2 * same) {
    case 0:
        MPI_Type_indexed(count, lengths, places, old->type, &map.type);
        break;
    case 1:
        MPI_Type_create_hindexed(count, lengths, disps, old->type, &map.type);
        break;
    case 2:
        MPI_Type_create_indexed_block(count, 2, places, old->type, &map.type);
        break;
    default:
        MPI_Type_create_hindexed_block(count, 2, disps, old->type, &map.type);
    }
    {
        int ni, na, nd, combiner;

        MPI_Type_get_envelope(map.type, &ni, &na, &nd, &combiner);
        if (combiner == MPI_COMBINER_INDEXED ||
            combiner == MPI_COMBINER_INDEXED_BLOCK) {
            for (int i = 0; i < count; i++)
                disps[i] = places[i] * extent(old);
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < lengths[i]; j++)
            add(&map, old, disps[i] + j * extent(old), &any);
    }
    return map;
}

/*
 * Sets the bounds of a derived type explicitly. Implementations differ where
 * marked and unmarked types meet in one struct, so all are marked here.
 */
static void mark(struct map *map)
{
    MPI_Datatype marked;
    int ni, na, nd, combiner;

    MPI_Type_get_envelope(map->type, &ni, &na, &nd, &combiner);
    MPI_Type_create_resized(map->type, map->lb, extent(map), &marked);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&map->type);
    map->type = marked;
    map->marked = 1;
}

static struct map make_struct(int depth)
{
    int count = 1 + roll(3), lengths[3], any = 0;
    MPI_Aint disps[3];
    MPI_Datatype types[3];
    struct map parts[3], map = {0};

    for (int i = 0; i < count; i++) {
        parts[i] = make(depth);
        mark(&parts[i]);
        lengths[i] = 1 + roll(2);
        disps[i] = 8 * roll(50);
        types[i] = parts[i].type;
        for (int j = 0; j < lengths[i]; j++)
            add(&map, &parts[i], disps[i] + j * extent(&parts[i]), &any);
    }
    MPI_Type_create_struct(count, lengths, disps, types, &map.type);
    for (int i = 0; i < count; i++) {
        int ni, na, nd, combiner;

        MPI_Type_get_envelope(types[i], &ni, &na, &nd, &combiner);
        if (combiner != MPI_COMBINER_NAMED)
            MPI_Type_free(&types[i]);
        free(parts[i].bytes);
    }
    return map;
}

static struct map make_subarray(const struct map *old)
{
    int sizes[2] = {2 + roll(4), 2 + roll(4)};
    int subs[2] = {1 + roll(sizes[0]), 1 + roll(sizes[1])};
    int starts[2] = {roll(sizes[0] - subs[0] + 1),
                     roll(sizes[1] - subs[1] + 1)};
    int is_c = roll(2), any = 0;
    int slow = is_c ? 0 : 1, fast = 1 - slow;
    struct map map = {0};

    MPI_Type_create_subarray(2, sizes, subs, starts,
                             is_c ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old->type,
                             &map.type);
    for (int i = 0; i < subs[slow]; i++) {
        for (int j = 0; j < subs[fast]; j++)
            add(&map, old,
                ((i + starts[slow]) * sizes[fast] + j + starts[fast]) *
                    extent(old),
                &any);
    }
    map.lb = 0;
    map.ub = sizes[0] * sizes[1] * extent(old);
    map.marked = 1;
    return map;
}

static struct map make_resized(const struct map *old)
{
    struct map map = {0};
    int any = 0;

    add(&map, old, 0, &any);
    map.lb = old->lb - 8 * roll(3);
    map.ub = old->ub + 8 * roll(5);
    map.marked = 1;
    MPI_Type_create_resized(old->type, map.lb, map.ub - map.lb, &map.type);
    return map;
}

static struct map make(int depth)
{
    struct map old, map;
    int ni, na, nd, combiner;

    if (depth == 0)
        return basic();
    if (roll(4) == 0)
        return make_struct(depth - 1);
    old = make(depth - 1);
    switch (roll(5)) {
    case 0:
    case 1:
        map = make_vector(&old);
        break;
    case 2:
        map = make_indexed(&old);
        break;
    case 3:
        map = extent(&old) > 0 ? make_subarray(&old) : make_vector(&old);
        break;
    default:
        map = make_resized(&old);
    }
    MPI_Type_get_envelope(old.type, &ni, &na, &nd, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&old.type);
    free(old.bytes);
    return map;
}

static void check_queries(const struct map *map)
{
    MPI_Aint lb, ext, low = map->bytes[0], high = map->bytes[0];
    int size;

    MPI_Type_size(map->type, &size);
    CHECK(size == map->n);
    MPI_Type_get_extent(map->type, &lb, &ext);
    CHECK(lb == map->lb);
    CHECK(ext == extent(map));
    for (int i = 0; i < map->n; i++) {
        low = map->bytes[i] < low ? map->bytes[i] : low;
        high = map->bytes[i] > high ? map->bytes[i] : high;
    }
    MPI_Type_get_true_extent(map->type, &lb, &ext);
    CHECK(lb == low);
    CHECK(ext == high + 1 - low);
}

static int fits(const struct map *map, int count)
{
    MPI_Aint ext = extent(map);

    if ((long)map->n * count > BYTES_MAX)
        return 0;
    for (int i = 0; i < map->n; i++) {
        for (int c = 0; c<count; c += count> 1 ? count - 1 : 1) {
            MPI_Aint at = map->bytes[i] + c * ext;

            if (at < -SHIFT || at >= SPAN - SHIFT)
                return 0;
        }
    }
    return 1;
}

static char *memory, *packed, *again;

static void check_pack(const struct map *map, int count)
{
    int position = 0, size = map->n * count;
    MPI_Aint ext = extent(map);

    for (int i = 0; i < SPAN; i++)
        memory[i] = (char)(i * 7 + i / 251);
    MPI_Pack(memory + SHIFT, count, map->type, packed, BYTES_MAX, &position,
             MPI_COMM_WORLD);
    CHECK(position == size);
    for (int i = 0; i < size; i++)
        CHECK(packed[i] ==
              memory[SHIFT + map->bytes[i % map->n] + i / map->n * ext]);
    memset(memory, 0, SPAN);
    position = 0;
    MPI_Unpack(packed, size, &position, memory + SHIFT, count, map->type,
               MPI_COMM_WORLD);
    CHECK(position == size);
    /* With overlaps the last byte wins; compare by packing once more. */
    position = 0;
    MPI_Pack(memory + SHIFT, count, map->type, again, BYTES_MAX, &position,
             MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(again[i] ==
              memory[SHIFT + map->bytes[i % map->n] + i / map->n * ext]);
}

/* One end typed, the other bytes, in both directions. */
static void check_message(const struct map *map, int count, int rank)
{
    int size = map->n * count, received;
    MPI_Aint ext = extent(map);
    MPI_Status status;

    for (int i = 0; i < SPAN; i++)
        memory[i] = (char)(i * 7 + i / 251);
    if (rank == 0) {
        MPI_Send(memory + SHIFT, count, map->type, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(again, BYTES_MAX, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &received);
        CHECK(received == size);
        for (int i = 0; i < size; i++)
            CHECK(again[i] ==
                  memory[SHIFT + map->bytes[i % map->n] + i / map->n * ext]);
    } else {
        MPI_Recv(packed, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Send(packed, size, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memory = malloc(SPAN);
    packed = malloc(BYTES_MAX);
    again = malloc(BYTES_MAX);
    for (int trial = 0; trial < 400; trial++) {
        static const int counts[] = {1, 2, 3, 40};
        struct map map;

        seed = 77u + (unsigned)trial;
        roll(2);
        map = make(1 + roll(4));
        MPI_Type_commit(&map.type);
        check_queries(&map);
        for (int i = 0; i < 4; i++) {
            if (fits(&map, counts[i])) {
                check_pack(&map, counts[i]);
                if (trial % 4 == 0)
                    check_message(&map, counts[i], rank);
            }
        }
        MPI_Type_free(&map.type);
        free(map.bytes);
    }
    free(memory);
    free(packed);
    free(again);
    MPI_Finalize();
    return 0;
}
