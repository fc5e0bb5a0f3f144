! As printed.f90, but what comes is written once it is there; before that what
! lies behind, between (a row of the matrix), and what is sent.
!
! np: 2
! verdict: clean
program printed
  use mpi
  implicit none
  integer :: rank, request, ierror, numbers(8), row
  double precision :: matrix(4, 4)
  character(len=200) :: line

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Type_vector(4, 1, 4, MPI_DOUBLE_PRECISION, row, ierror)
  call MPI_Type_commit(row, ierror)
  numbers = rank
  matrix = rank
  if (rank == 0) then
    call MPI_Irecv(numbers, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
    print *, numbers(5)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    print *, numbers(3)
    call MPI_Irecv(matrix, 1, row, 1, 1, MPI_COMM_WORLD, request, ierror)
    write (line, *) matrix(2, 1), matrix(3:4, 2), matrix(2, :)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    write (line, *) matrix(:, 1)
  else
    call MPI_Isend(numbers, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierror)
    write (line, *) numbers(1:4)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Send(matrix, 4, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Type_free(row, ierror)
  call MPI_Finalize(ierror)
end program printed
