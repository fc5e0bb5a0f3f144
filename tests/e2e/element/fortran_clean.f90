! Variables of a module, of COMMON, of a derived type, that are saved, and on the
! stack, described as what they are; memory that has two types (EQUIVALENCE, a
! COMMON that others see otherwise), sections, arrays that are allocated or
! passed on, and characters.
!
! np: 1
! verdict: clean
! options: --element-types=each --notes
module fields
  implicit none
  real :: field(4, 4) = 0
  double complex :: wave(4) = 0
  logical :: flags(4) = .false.
  integer(kind=8) :: large(4) = 0
  integer(kind=2) :: small(4) = 0
  character(len=8) :: name = 'murmel'
  integer, allocatable :: heap(:)
  real, pointer :: column(:)
  type particle
    sequence
    double precision :: mass
    real :: charge
    integer :: number
  end type
  type(particle) :: particles(3)
end module

! As main sees it the COMMON has other types.
subroutine see_otherwise
  use mpi
  implicit none
  integer :: ierror
  real :: values(16)
  common /other/ values

  values = 1
  call MPI_Bcast(values, 16, MPI_REAL, 0, MPI_COMM_SELF, ierror)
end subroutine

program main
  use mpi
  use fields
  implicit none
  integer :: ierror, type, lengths(3), types(3)
  integer(kind=MPI_ADDRESS_KIND) :: places(3)
  double precision :: x(8), z(8)
  real :: y(8), halves(16)
  integer :: whole(16)
  equivalence (halves, whole)
  real, target :: matrix(4, 4)
  common /shared/ x, y
  common /other/ z

  call MPI_Init(ierror)
  x = 0
  y = 0
  z = 0
  matrix = 0
  whole = 0
  call see_otherwise
  call MPI_Bcast(field, 16, MPI_REAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(field(2, 3), 4, MPI_REAL4, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(wave, 4, MPI_DOUBLE_COMPLEX, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(wave, 8, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(flags, 4, MPI_LOGICAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(large, 4, MPI_INTEGER8, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(small, 4, MPI_INTEGER2, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(name, 8, MPI_CHARACTER, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(x, 8, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(y, 8, MPI_REAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(z, 8, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(halves, 16, MPI_REAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(whole, 16, MPI_INTEGER, 0, MPI_COMM_SELF, ierror)
  allocate(heap(8))
  heap = 0
  call MPI_Bcast(heap, 8, MPI_INTEGER, 0, MPI_COMM_SELF, ierror)
  column => matrix(:, 2)
  call MPI_Bcast(column, 4, MPI_REAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast(matrix(2, :), 4, MPI_REAL, 0, MPI_COMM_SELF, ierror)
  call MPI_Bcast((/ 1d0, 2d0 /), 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
  call derived
  call stack(4, matrix, x)
  deallocate(heap)
  call MPI_Finalize(ierror)
contains
  subroutine derived
    integer(kind=MPI_ADDRESS_KIND) :: base

    lengths = 1
    types = (/ MPI_DOUBLE_PRECISION, MPI_REAL, MPI_INTEGER /)
    call MPI_Get_address(particles(1), base, ierror)
    call MPI_Get_address(particles(1)%mass, places(1), ierror)
    call MPI_Get_address(particles(1)%charge, places(2), ierror)
    call MPI_Get_address(particles(1)%number, places(3), ierror)
    places = places - base
    call MPI_Type_create_struct(3, lengths, places, types, type, ierror)
    call MPI_Type_commit(type, ierror)
    call MPI_Bcast(particles, 3, type, 0, MPI_COMM_SELF, ierror)
    call MPI_Type_free(type, ierror)
  end subroutine

  recursive subroutine stack(n, passed, assumed)
    integer, intent(in) :: n
    real, intent(in) :: passed(:, :)
    double precision, intent(in) :: assumed(*)
    integer :: own(16)
    double precision :: automatic(n)
    complex :: small_wave(n + 2)

    own = n
    automatic = n
    small_wave = n
    call MPI_Bcast(own, n, MPI_INTEGER, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(automatic, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(small_wave, n, MPI_COMPLEX, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(passed, n, MPI_REAL, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(passed(2, :), n, MPI_REAL, 0, MPI_COMM_SELF, ierror)
    call MPI_Bcast(assumed, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror)
  end subroutine
end program
