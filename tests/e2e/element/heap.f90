! Arrays on the heap, and dummy arguments, of another type than the datatype.
!
! np: 1
! verdict: warning
! finding: BUFFER-TYPE-MISMATCH call=0@dummy<called
! finding: BUFFER-TYPE-MISMATCH call=0@component<called
! finding: BUFFER-TYPE-MISMATCH call=0@class<called
! finding: BUFFER-TYPE-MISMATCH call=0@module<called
! finding: BUFFER-TYPE-MISMATCH call=0@host<within<called
! finding: BUFFER-TYPE-MISMATCH call=0@allocatable
! finding: BUFFER-TYPE-MISMATCH call=0@complex
! finding: BUFFER-TYPE-MISMATCH call=0@pointer
! finding: BUFFER-TYPE-MISMATCH call=0@renamed
! says: MPI_REAL where the program has real(kind=8), by the type of values (heap.f90:49).
! says: MPI_REAL where the program has real(kind=8), by the type of mine (heap.f90:23).
! twin: heap_clean.f90
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

    call MPI_Bcast(values, count, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @dummy
    call MPI_Bcast(one%values(1, 2), 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! @component
    call MPI_Bcast(any%values(1, 2), 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! @class
    call MPI_Bcast(common_values, 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @module
    call within ! @within
  contains
    subroutine within
      call MPI_Bcast(values(2), 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @host
    end subroutine within
  end subroutine share
end module fields

program heap
  use mpi
  use fields, only: field, share, mine => common_values
  implicit none
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
  call MPI_Bcast(values, 10, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @allocatable
  call MPI_Bcast(waves, 4, MPI_COMPLEX, 0, MPI_COMM_WORLD, ierr) ! @complex
  call MPI_Bcast(numbers, 4, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @pointer
  call MPI_Bcast(mine, 4, MPI_REAL, 0, MPI_COMM_WORLD, ierr) ! @renamed
  call share(values, 10, one, one) ! @called
  call MPI_Finalize(ierr)
end program heap
