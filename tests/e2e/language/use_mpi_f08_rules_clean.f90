! As use_mpi_f08_rules.f90, and right; with MPI_IN_PLACE, MPI_BOTTOM, a section of an array,
! statuses and requests in arrays.
!
! np: 2
! verdict: clean
! flavours: mpich openmpi
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
  call MPI_Type_vector(4, 1, 4, MPI_INTEGER, column, ierror)
  call MPI_Type_commit(column, ierror)
  call MPI_Get_address(numbers, address, ierror)
  call MPI_Type_create_hindexed(1, (/ 8 /), (/ address /), MPI_INTEGER, address_type, ierror)
  call MPI_Type_commit(address_type, ierror)
  if (rank == 0) then
    call MPI_Send(values, 4, MPI_REAL, 1, 1, comm, ierror)
    call MPI_Send(matrix(2, 1), 1, column, 1, 2, comm, ierror)
    call MPI_Send(matrix(1:2, 1), 2, MPI_INTEGER, 1, 3, comm, ierror)
  else
    call MPI_Recv(values, 4, MPI_REAL, 0, 1, comm, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(received(1), 4, MPI_INTEGER, 0, 2, comm, requests(1), ierror)
    call MPI_Irecv(received(5), 4, MPI_INTEGER, 0, 3, comm, requests(2), ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
  end if
  call MPI_Bcast(MPI_BOTTOM, 1, address_type, 1, comm, ierror)
  call MPI_Allreduce(MPI_IN_PLACE, numbers, 8, MPI_INTEGER, MPI_SUM, comm, ierror)
  if (rank == 0) then
    call MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, received, 4, MPI_INTEGER, 0, comm, ierror)
  else
    call MPI_Gather(numbers, 4, MPI_INTEGER, received, 4, MPI_INTEGER, 0, comm, ierror)
  end if
  call MPI_Type_free(address_type, ierror)
  call MPI_Type_free(column, ierror)
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
end program
