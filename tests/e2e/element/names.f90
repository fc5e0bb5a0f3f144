! Names that stand for others than those that are found first: variables that are
! private to a module that is used, renamed ones, objects of a class.
!
! np: 1
! verdict: clean
module first
  implicit none
  real, allocatable, private :: work(:), third(:), values(:)
  integer, parameter :: length = 4
contains
  subroutine begin
    allocate(work(4), third(4), values(4))
    work = 1
    third = work
    values = third
  end subroutine begin
end module first

module second
  implicit none
  integer, allocatable :: values(:), hosted(:)
  type item
    integer :: number, others(3)
  end type item
end module second

subroutine local
  use mpi
  use first
  implicit none
  integer, allocatable :: work(:)
  integer :: ierr

  allocate(work(length))
  work = 2
  call MPI_Bcast(work, length, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
end subroutine local

subroutine renamed
  use mpi
  use first
  use second, third => hosted, others => values
  implicit none
  real(kind=8), allocatable :: values(:)
  class(item), allocatable :: one
  integer :: ierr

  allocate(values(4), one)
  values = 3
  third = [1, 2, 3, 4]
  call MPI_Bcast(values, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(third, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(one%others, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
end subroutine renamed

program names
  use mpi
  use first, only: begin
  implicit none
  integer :: ierr

  call MPI_Init(ierr)
  call begin
  call local
  call renamed
  call MPI_Finalize(ierr)
end program names
