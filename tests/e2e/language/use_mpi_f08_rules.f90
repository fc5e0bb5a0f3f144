! An argument that is none, types that differ, receives into one place, a
! collective operation with another root, and a communicator that is left, by
! use mpi_f08: what is found has the lines of Fortran.
!
! np: 2
! verdict: error
! flavours: mpich openmpi
! finding: ARG-RANK call=*@rank
! finding: P2P-TYPE-MISMATCH send=0@reals receive=1@integers
! finding: BUFFER-IN-USE use=1@second pending=1@first
! finding: COLL-ROOT-MISMATCH call=*@root ...
! finding: LEAK-COMM made=*@dup ranks=0,1 count=2
! twin: use_mpi_f08_rules_clean.f90
program rules
  use mpi_f08
  implicit none
  integer :: rank, ierror, numbers(8), received(8), matrix(4, 4)
  real :: values(4)
  integer(kind=MPI_ADDRESS_KIND) :: address
  type(MPI_Status) :: statuses(2)
  type(MPI_Request) :: requests(2)
  type(MPI_Datatype) :: column, address_type
  type(MPI_Comm) :: comm

  numbers = 1
  values = 2.0
  matrix = 3
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror) ! @dup
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
  call MPI_Send(numbers, 1, MPI_INTEGER, 7, 0, comm, ierror) ! @rank
  if (rank == 0) then
    call MPI_Send(values, 4, MPI_REAL, 1, 1, comm, ierror) ! @reals
    call MPI_Send(numbers, 4, MPI_INTEGER, 1, 2, comm, ierror)
    call MPI_Send(numbers, 4, MPI_INTEGER, 1, 3, comm, ierror)
  else
    call MPI_Recv(received, 4, MPI_INTEGER, 0, 1, comm, MPI_STATUS_IGNORE, ierror) ! @integers
    call MPI_Irecv(received(1), 4, MPI_INTEGER, 0, 2, comm, requests(1), ierror) ! @first
    call MPI_Irecv(received(3), 4, MPI_INTEGER, 0, 3, comm, requests(2), ierror) ! @second
    call MPI_Waitall(2, requests, statuses, ierror)
  end if
  call MPI_Barrier(comm, ierror)
  call MPI_Bcast(numbers, 8, MPI_INTEGER, rank, comm, ierror) ! @root
  call MPI_Finalize(ierror)
end program
