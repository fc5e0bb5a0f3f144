/*
 * What vectors and pointers of C++ have on the heap, as another type.
 *
 * np: 1
 * verdict: warning
 * finding: BUFFER-TYPE-MISMATCH call=0@data<main
 * finding: BUFFER-TYPE-MISMATCH call=0@first<main
 * finding: BUFFER-TYPE-MISMATCH call=0@own<main
 * finding: BUFFER-TYPE-MISMATCH call=0@rows
 * finding: BUFFER-TYPE-MISMATCH call=0@unique
 * finding: BUFFER-TYPE-MISMATCH call=0@template<template_called
 * says: MPI_FLOAT where the program has double, by the type of values.data() (heap.cpp:22).
 * twin: heap_clean.cpp
 */
#include <memory>
#include <mpi.h>
#include <vector>

namespace {

struct grid {
    std::vector<double> values = std::vector<double>(10);
    int *ids = new int[20];
    void share(MPI_Comm comm)
    {
        MPI_Bcast(values.data(), 10, MPI_FLOAT, 0, comm); /* @data */
        MPI_Bcast(&values[1], 4, MPI_INT, 0, comm); /* @first */
        MPI_Bcast(ids, 4, MPI_DOUBLE, 0, comm); /* @own */
    }
    ~grid() { delete[] ids; }
};

template <class number> void share(number *numbers) { MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD); } /* @template */

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        grid one;
        std::vector<std::vector<float>> rows(3, std::vector<float>(8));
        std::unique_ptr<float[]> own(new float[8]);

        one.share(MPI_COMM_WORLD); /* @main */
        MPI_Bcast(rows[1].data() + 1, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @rows */
        MPI_Bcast(own.get(), 4, MPI_INT, 0, MPI_COMM_WORLD); /* @unique */
        share(own.get()); /* @template_called */
    }
    MPI_Finalize();
    return 0;
}
