/*
 * Objects of classes, with bases, templates and members of all sorts, described
 * as what is in them.
 *
 * np: 1
 * verdict: clean
 * options: --element-types=each --notes
 */
#include <array>
#include <atomic>
#include <complex>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

namespace
{

enum class Colour : int { red, green };
enum class Tiny : unsigned char { one, two };

struct Empty {
};

struct Base {
    virtual ~Base() = default;
    double mass = 1;
};

struct Left : virtual Base {
    int left[2] = {1, 2};
};

struct Right : virtual Base {
    float right[2] = {1, 2};
};

struct Both : Empty, Left, Right {
    static int shared[4];
    std::array<double, 4> values = {{1, 2, 3, 4}};
    bool flag = true;
    unsigned bits : 5;
    long tail = 0;
};
int Both::shared[4] = {1, 2, 3, 4};

template <typename T> struct Field {
    T data[8] = {};
    static T last;
};
template <typename T> T Field<T>::last;

Field<double> doubles;
Field<short> shorts;
Field<std::complex<float>> waves;
std::array<std::array<int, 3>, 2> grid;
std::atomic<long> counter;
std::pair<double, int> best[2];
Colour colour;
Tiny tiny[8];
std::string name = "murmel";
thread_local float of_thread[4];

template <typename T> void all(T *buffer, int count, MPI_Datatype type)
{
    MPI_Bcast(buffer, count, type, 0, MPI_COMM_SELF);
}

void statics()
{
    static Both both;

    all(&both.mass, 1, MPI_DOUBLE);
    all(both.left, 2, MPI_INT);
    all(both.right, 2, MPI_FLOAT);
    all(both.values.data(), 4, MPI_DOUBLE);
    all(&both.flag, 1, MPI_CXX_BOOL);
    all(&both.tail, 1, MPI_LONG);
    all(Both::shared, 4, MPI_INT);
    all(doubles.data, 8, MPI_DOUBLE);
    all(shorts.data, 8, MPI_SHORT);
    all(waves.data, 8, MPI_CXX_FLOAT_COMPLEX);
    all(waves.data, 16, MPI_FLOAT);
    all(&Field<float>::last, 1, MPI_FLOAT);
    all(&Field<double>::last, 1, MPI_DOUBLE);
    all(&grid[0][0], 6, MPI_INT);
    all(&counter, 1, MPI_LONG);
    all(best, 2, MPI_DOUBLE_INT);
    all(&colour, 1, MPI_INT);
    all(tiny, 8, MPI_UNSIGNED_CHAR);
    all(&name[0], static_cast<int>(name.size()), MPI_CHAR);
    all(of_thread, 4, MPI_FLOAT);
}

void on_the_stack(const std::array<double, 3> &by_reference,
                  std::array<float, 3> by_value)
{
    Both both;
    std::vector<float> heap(8);
    std::string text = "short";
    auto lambda = [&heap, both](int number) mutable {
        all(&number, 1, MPI_INT);
        all(both.values.data(), 4, MPI_DOUBLE);
        all(heap.data(), 8, MPI_FLOAT);
    };

    all(both.left, 2, MPI_INT);
    all(&both.mass, 1, MPI_DOUBLE);
    all(both.values.data(), 4, MPI_DOUBLE);
    all(const_cast<double *>(by_reference.data()), 3, MPI_DOUBLE);
    all(by_value.data(), 3, MPI_FLOAT);
    all(&text[0], static_cast<int>(text.size()), MPI_CHAR);
    lambda(3);
    try {
        throw std::complex<double>(1, 2);
    } catch (std::complex<double> &thrown) {
        all(&thrown, 1, MPI_CXX_DOUBLE_COMPLEX);
    }
    for (short number : {short(1), short(2)})
        all(&number, 1, MPI_SHORT);
}

} // namespace

int main(int argc, char **argv)
{
    std::array<double, 3> mine = {{1, 2, 3}};
    std::array<float, 3> other = {{1, 2, 3}};

    MPI_Init(&argc, &argv);
    statics();
    on_the_stack(mine, other);
    MPI_Finalize();
    return 0;
}
