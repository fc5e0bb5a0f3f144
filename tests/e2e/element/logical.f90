! Fortran's LOGICAL as MPI_INTEGER, and INTEGER as MPI_LOGICAL: of one size here,
! but what stands for .true. is the compiler's business.
!
! np: 2
! verdict: warning
! finding: BUFFER-TYPE-MISMATCH call=*@integer ranks=0,1 count=2
! says: MPI_INTEGER where the program has logical(kind=4)
! finding: BUFFER-TYPE-MISMATCH call=*@logical ranks=0,1 count=2
! says: MPI_LOGICAL where the program has integer(kind=4)
! finding: BUFFER-TYPE-MISMATCH call=*@heap ranks=0,1 count=2
! twin: logical_clean.f90
program main
  use mpi
  implicit none
  integer :: ierror, numbers(4)
  logical :: flags(4)
  logical, allocatable :: more(:)

  call MPI_Init(ierror)
  numbers = 1
  flags = .true.
  allocate(more(8))
  more = .false.
  call MPI_Bcast(flags, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror) ! @integer
  call MPI_Bcast(numbers, 4, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierror) ! @logical
  call MPI_Bcast(more, 8, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror) ! @heap
  print *, count(flags), sum(numbers), count(more)
  call MPI_Finalize(ierror)
end program
