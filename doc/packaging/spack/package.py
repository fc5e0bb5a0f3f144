# Spack recipe (https://spack.readthedocs.io); doc/packaging/README.md says how
# to use it.
try:  # where Spack 1.0 and newer have it
    from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
except ImportError:
    pass
from spack.package import *


class Murmel(AutotoolsPackage):
    """Correctness checker for MPI programs: a preloaded library and a checker
    process that judges what all ranks do by the MPI standard."""

    license("MIT")

    version("0.1.0")

    variant("mpich", default=False, description="Check programs of MPICH")
    variant("openmpi", default=False, description="Check programs of Open MPI")

    depends_on("c", type="build")
    depends_on("fortran", type="build")
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("libtool", type="build")
    depends_on("elfutils")
    depends_on("jansson")
    depends_on("libunwind")
    depends_on("libzmq")
    depends_on("uthash", type="build")
    depends_on("xxhash")
    depends_on("zstd")
    depends_on("mpich", when="+mpich")
    depends_on("openmpi", when="+openmpi")

    # Two MPIs cannot be in one Spack environment's graph.
    conflicts("+mpich", when="+openmpi")

    # They name the compiler that Murmel was built with.
    filter_compiler_wrappers("murmel-mpicc", "murmel-mpifort", relative_root="bin")

    def autoreconf(self, spec, prefix):
        Executable("./autogen.sh")()

    def configure_args(self):
        args = []
        for name in ("mpich", "openmpi"):
            if self.spec.satisfies("+" + name):
                args.append("--with-%s=%s/bin/mpicc" % (name, self.spec[name].prefix))
            else:
                args.append("--without-" + name)
        return args
