! MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE where they may stand, by mpi_f08.
!
! np: 1
! flavours: mpich openmpi
! verdict: clean
program ignores
  use mpi_f08
  implicit none
  integer :: n, value, i, indices(2)
  logical :: flag
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status

  call MPI_Init()
  do i = 1, 5
    call MPI_Irecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, requests(2))
    if (i == 1) then
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    else if (i == 2) then
      call MPI_Waitany(2, requests, n, MPI_STATUS_IGNORE)
    else if (i == 3) then
      call MPI_Waitsome(2, requests, n, indices, MPI_STATUSES_IGNORE)
    else if (i == 4) then
      call MPI_Testall(2, requests, flag, MPI_STATUSES_IGNORE)
    else
      call MPI_Test(requests(1), flag, MPI_STATUS_IGNORE)
      call MPI_Testany(2, requests, n, flag, MPI_STATUS_IGNORE)
      call MPI_Testsome(2, requests, n, indices, MPI_STATUSES_IGNORE)
    end if
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  end do
  call MPI_Recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, MPI_INTEGER, n)
  call MPI_Iprobe(0, 0, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE)
  call MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Sendrecv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, n, 1, MPI_INTEGER, &
                    MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Finalize()
end program
