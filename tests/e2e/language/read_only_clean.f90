! A named constant is sent, and received into a variable.
!
! np: 2
! verdict: clean
program read_only_clean
  use mpi
  implicit none
  integer, parameter :: table(8) = [1, 2, 3, 4, 5, 6, 7, 8]
  integer :: received(8), rank, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank == 0) then
    call MPI_Send(table, 8, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  else
    call MPI_Recv(received, 8, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, &
                  MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Finalize(ierror)
end program
