/*
 * Members of classes, of their bases and of templates, whose type is not that
 * which the datatype stands for.
 *
 * np: 1
 * verdict: warning
 * finding: BUFFER-TYPE-MISMATCH call=0@base
 * says: MPI_FLOAT where the program has double
 * finding: BUFFER-TYPE-MISMATCH call=0@shared
 * says: of shared
 * finding: BUFFER-TYPE-MISMATCH call=0@template
 * finding: BUFFER-TYPE-MISMATCH call=0@array
 * finding: BUFFER-TYPE-MISMATCH call=0@number
 * options: --element-types=each
 * twin: cplusplus_clean.cpp
 */
#include <array>
#include <complex>
#include <mpi.h>

namespace
{

struct Base {
    virtual ~Base() = default;
    double mass = 1;
};

struct Derived : Base {
    static int shared[4];
    int own = 2;
};
int Derived::shared[4] = {1, 2, 3, 4};

template <typename T> struct Field {
    T data[8] = {};
};
Field<std::complex<float>> waves;

} // namespace

int main(int argc, char **argv)
{
    Derived derived;
    std::array<long, 4> numbers = {{1, 2, 3, 4}};
    const MPI_Comm comm = MPI_COMM_SELF;

    MPI_Init(&argc, &argv);
    MPI_Bcast(&derived.mass, 1, MPI_FLOAT, 0, comm); /* @base */
    MPI_Bcast(Derived::shared, 2, MPI_LONG, 0, comm); /* @shared */
    MPI_Bcast(waves.data, 2, MPI_CXX_DOUBLE_COMPLEX, 0, comm); /* @template */
    MPI_Bcast(numbers.data(), 4, MPI_INT, 0, comm); /* @array */
    MPI_Bcast(&derived.own, 1, MPI_SHORT, 0, comm); /* @number */
    MPI_Finalize();
    return 0;
}
