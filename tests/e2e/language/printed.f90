! What pending receives are to bring is written to a unit: a number, and an
! array, which gfortran's library loads.
!
! np: 2
! verdict: error
! finding: BUFFER-ACCESSED-EARLY begin=0@number load=0@print
! finding: BUFFER-ACCESSED-EARLY begin=0@array load=0@write
! twin: printed_after.f90
program printed
  use mpi
  implicit none
  integer :: rank, request, ierror, numbers(8)
  double precision :: matrix(4, 4)
  character(len=200) :: line

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  numbers = rank
  matrix = rank
  if (rank == 0) then
    call MPI_Irecv(numbers, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror) ! @number
    print *, numbers(3) ! @print
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(matrix, 4, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, request, ierror) ! @array
    write (line, *) matrix(:, 1) ! @write
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  else
    call MPI_Send(numbers, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierror)
    call MPI_Send(matrix, 4, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Finalize(ierror)
end program printed
