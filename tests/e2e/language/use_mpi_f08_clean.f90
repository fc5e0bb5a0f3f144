! As use_mpi_f08.f90, with the datatype freed.
!
! flavours: mpich openmpi
! np: 2
! verdict: clean
! ways: all
! calls: 0=7 1=7
program no_leak
use mpi_f08
implicit none
integer rank, ierror, value
type(MPI_Datatype) row

value = 5
call MPI_Init(ierror)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
call MPI_Type_contiguous(4, MPI_INTEGER, row, ierror)
if (rank .eq. 0) then
  call MPI_Send(value, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, &
       ierror)
else
  call MPI_Recv(value, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, &
       MPI_STATUS_IGNORE, ierror)
end if
call MPI_Bcast(value, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, ierror)
call MPI_Type_free(row, ierror)
call MPI_Finalize(ierror)
end program
