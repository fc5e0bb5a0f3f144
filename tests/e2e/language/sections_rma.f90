! As sections_rma_clean.f90, with a datatype that the program has not committed.
!
! np: 2
! flavours: mpich
! verdict: error
! finding: RMA-TYPE-NOT-COMMITTED access=0@put ranks=0
! hangs: maybe
! twin: sections_rma_clean.f90
program sections_rma
  use mpi_f08
  implicit none
  real(8), asynchronous :: a(6,6), b(6,6), w(36)
  integer :: rank
  type(MPI_Win) :: win
  type(MPI_Datatype) :: row
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  a = rank
  b = rank
  w = rank
  call MPI_Type_vector(6, 1, 6, MPI_DOUBLE_PRECISION, row)
  call MPI_Win_create(w, 288_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(a(2,:), 6, MPI_DOUBLE_PRECISION, 1 - rank, 0_MPI_ADDRESS_KIND, 6, MPI_DOUBLE_PRECISION, win)
  call MPI_Get(a(3,:), 6, MPI_DOUBLE_PRECISION, 1 - rank, 6_MPI_ADDRESS_KIND, 6, MPI_DOUBLE_PRECISION, win)
  call MPI_Get_accumulate(a(5,:), 6, MPI_DOUBLE_PRECISION, b(5,:), 6, MPI_DOUBLE_PRECISION, 1 - rank, &
                          18_MPI_ADDRESS_KIND, 6, MPI_DOUBLE_PRECISION, MPI_SUM, win)
  if (rank == 0) call MPI_Put(b, 1, row, 1 - rank, 24_MPI_ADDRESS_KIND, 6, MPI_DOUBLE_PRECISION, win) ! @put
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Type_free(row)
  call MPI_Finalize()
end program
