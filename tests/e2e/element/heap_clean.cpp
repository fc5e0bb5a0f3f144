/*
 * What vectors and pointers of C++ have on the heap, as what it is.
 *
 * np: 1
 * verdict: clean
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
        MPI_Bcast(values.data(), 10, MPI_DOUBLE, 0, comm);
        MPI_Bcast(&values[1], 4, MPI_DOUBLE, 0, comm);
        MPI_Bcast(ids, 4, MPI_INT, 0, comm);
    }
    ~grid() { delete[] ids; }
};

template <class number> void share(number *numbers, MPI_Datatype datatype) { MPI_Bcast(numbers, 4, datatype, 0, MPI_COMM_WORLD); }

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        grid one;
        std::vector<std::vector<float>> rows(3, std::vector<float>(8));
        std::unique_ptr<float[]> own(new float[8]);

        one.share(MPI_COMM_WORLD);
        MPI_Bcast(rows[1].data() + 1, 2, MPI_FLOAT, 0, MPI_COMM_WORLD);
        MPI_Bcast(own.get(), 4, MPI_FLOAT, 0, MPI_COMM_WORLD);
        share(own.get(), MPI_FLOAT);
        share(reinterpret_cast<int *>(own.get()), MPI_FLOAT);
    }
    MPI_Finalize();
    return 0;
}
