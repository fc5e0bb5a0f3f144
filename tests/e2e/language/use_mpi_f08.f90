! A datatype is lost in a Fortran program: use mpi_f08.
!
! flavours: mpich openmpi
! np: 2
! verdict: warning
! ways: all
! finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
! calls: 0=6 1=6
! twin: use_mpi_f08_clean.f90
program leak
use mpi_f08
implicit none
integer rank, ierror, value
type(MPI_Datatype) row

value = 5
call MPI_Init(ierror)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
call MPI_Type_contiguous(4, MPI_INTEGER, row, ierror) ! @type
if (rank .eq. 0) then
  call MPI_Send(value, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, &
       ierror)
else
  call MPI_Recv(value, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, &
       MPI_STATUS_IGNORE, ierror)
end if
call MPI_Bcast(value, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, ierror)
call MPI_Finalize(ierror)
end program
