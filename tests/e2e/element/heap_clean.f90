! Arrays on the heap, and dummy arguments, of the type that the datatype says.
!
! np: 1
! verdict: clean
! flags: -fallow-argument-mismatch
module fields
  use mpi
  implicit none
  type field
    real, allocatable :: values(:, :)
  end type field
  real(kind=8), allocatable :: common_values(:)
contains
  subroutine share(values, count, one, any)
    integer, intent(in) :: count
    real(kind=8) :: values(count)
    type(field) :: one
    class(field) :: any
    integer :: ierr

    call MPI_Bcast(values, count, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(one%values(1, 2), 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(any%values(1, 2), 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(common_values, 2, MPI_REAL8, 0, MPI_COMM_WORLD, ierr)
    call within
  contains
    subroutine within
      call MPI_Bcast(values(2), 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    end subroutine within
  end subroutine share
end module fields

! As programs did before there were interfaces.
subroutine share_any(values, count, datatype)
  use mpi
  implicit none
  integer :: values(*), count, datatype, ierr

  call MPI_Bcast(values, count, datatype, 0, MPI_COMM_WORLD, ierr)
end subroutine share_any

program heap
  use mpi
  use fields, only: field, share, mine => common_values
  implicit none
  external :: share_any
  integer :: ierr
  real(kind=8), allocatable :: values(:)
  complex(kind=8), allocatable :: waves(:)
  integer, pointer :: numbers(:)
  type(field) :: one

  allocate(values(10), waves(4), numbers(6), one%values(2, 2), mine(5))
  values = 1
  mine = 2
  waves = 3
  numbers = 4
  one%values = 5
  call MPI_Init(ierr)
  call MPI_Bcast(values, 10, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(waves, 4, MPI_DOUBLE_COMPLEX, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(numbers, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(mine, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(one%values, 16, MPI_BYTE, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(waves, 8, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call share(values, 10, one, one)
  call share_any(values, 10, MPI_DOUBLE_PRECISION)
  call MPI_Finalize(ierr)
end program heap
