! The twin of logical.f90: each as what it is; of other kinds, too.
!
! np: 2
! verdict: clean
program main
  use mpi
  implicit none
  integer :: ierror, numbers(4)
  logical :: flags(4), any_flag
  logical, allocatable :: more(:)
  logical(kind=1) :: small(16)

  call MPI_Init(ierror)
  numbers = 1
  flags = .true.
  allocate(more(8))
  more = .false.
  small = .true.
  call MPI_Bcast(flags, 4, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierror)
  call MPI_Bcast(numbers, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  call MPI_Bcast(more, 8, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierror)
  call MPI_Bcast(small, 16, MPI_BYTE, 0, MPI_COMM_WORLD, ierror)
  call MPI_Allreduce(flags(1), any_flag, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
  print *, count(flags), sum(numbers), count(more), count(small), any_flag
  call MPI_Finalize(ierror)
end program
