#!/usr/bin/python3
"""The comparison of a verdict with a report finds each kind of difference:
a test of the end-to-end tests themselves."""

import copy
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import verdict  # noqa: E402

SOURCE = """/*
 * A test.
 *
 * np: 2
 * verdict: error
 * finding: RULE-ONE lock=0@first post=*@second ranks=0,1 count=2 cites=3.5,6.14
 * calls: 0=3 1=4
 * twin: other.c  (a remark)
 */
int main(void)
{
    call(); /* @first */
    call(); /* @second */
}
"""


def call(role, rank, line, name="case.c"):
    return {"role": role, "rank": rank,
            "stack": [{"file": "/somewhere/" + name, "line": line}]}


REPORT = {
    "findings": [{"rule": "RULE-ONE", "severity": "error", "count": 2,
                  "ranks": [[0, 1]], "standard": "MPI-4.1 3.5, 6.14",
                  "calls": [call("post", 1, 13), call("lock", 0, 12)]}],
    "processes": [{"rank": 0, "call_count": 3},
                  {"rank": 1, "call_count": 4}],
}


class VerdictTest(unittest.TestCase):
    def program(self, source):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "case.c")
            with open(path, "w") as f:
                f.write(source)
            return verdict.Program(path, folder)

    def differences(self, change=None, source=SOURCE):
        report = copy.deepcopy(REPORT)
        if change is not None:
            change(report)
        return self.program(source).compare(report)

    def assert_red(self, change):
        self.assertNotEqual(self.differences(change), [])

    def test_equal(self):
        self.assertEqual(self.differences(), [])

    def test_head(self):
        program = self.program(SOURCE)
        self.assertEqual((program.np, program.twin, program.exit_statuses()),
                         (2, "other.c", {1}))

    def test_missing(self):
        self.assert_red(lambda report: report["findings"].clear())

    def test_extra(self):
        self.assert_red(lambda report: report["findings"].append(
            report["findings"][0]))

    def test_other_rule(self):
        self.assert_red(lambda report: report["findings"][0].update(
            rule="RULE-TWO"))

    def test_severity(self):
        self.assert_red(lambda report: report["findings"][0].update(
            severity="warning"))

    def test_count(self):
        self.assert_red(lambda report: report["findings"][0].update(count=3))

    def test_ranks(self):
        self.assert_red(lambda report: report["findings"][0].update(
            ranks=[[0, 0]]))

    def test_cites(self):
        self.assert_red(lambda report: report["findings"][0].update(
            standard="MPI-4.1 3.5"))

    def test_line(self):
        self.assert_red(lambda report: report["findings"][0].update(
            calls=[call("post", 1, 13), call("lock", 0, 13)]))

    def test_file(self):
        self.assert_red(lambda report: report["findings"][0].update(
            calls=[call("post", 1, 13), call("lock", 0, 12, "else.c")]))

    def test_rank_of_call(self):
        self.assert_red(lambda report: report["findings"][0].update(
            calls=[call("post", 1, 13), call("lock", 1, 12)]))

    def test_role(self):
        self.assert_red(lambda report: report["findings"][0].update(
            calls=[call("post", 1, 13), call("put", 0, 12)]))

    def test_extra_call(self):
        self.assert_red(lambda report: report["findings"][0]["calls"].append(
            call("put", 0, 12)))

    def test_calls_seen(self):
        self.assert_red(lambda report: report["processes"][1].update(
            call_count=5))

    def test_clean(self):
        source = "/*\n * verdict: clean\n */\n"
        self.assertNotEqual(self.differences(source=source), [])
        self.assertEqual(
            self.differences(lambda report: report["findings"].clear(),
                             source), [])

    def test_bad_heads(self):
        for text in ("/* none */\n", "/*\n * verdict: good\n */\n",
                     "/*\n * verdict: error\n */\n",
                     "/*\n * verdict: clean\n * finding: A-B\n */\n",
                     "/*\n * verdict: error\n * finding: A-B x=0@no\n */\n",
                     "/*\n * verdict: clean\n * hangs: often\n */\n"):
            with self.assertRaises(verdict.BadVerdict):
                self.program(text)

    def test_fault_of_mpi(self):
        """Only that one crash is the MPI's own."""
        def fault(flavour="openmpi", rule="PROCESS-CRASHED", at="MPI_Finalize",
                  frame="event_base_loop"):
            last = [{"function": "MPI_Init"}, {"function": at}]
            return verdict.fault_of_mpi(flavour, {
                "findings": [
                    {"rule": rule, "ranks": [[1, 1]],
                     "crash_stack": [{"function": None}, {"function": frame}]}],
                "processes": [
                    {"rank": 0, "last_calls": [{"function": "MPI_Finalize"}]},
                    {"rank": 1, "last_calls": last}]}, "")
        self.assertIsNotNone(fault())
        self.assertIsNone(fault(flavour="mpich"))
        self.assertIsNone(fault(rule="PROCESS-KILLED"))
        self.assertIsNone(fault(at="MPI_Barrier"))
        self.assertIsNone(fault(frame="main"))
        self.assertIsNone(verdict.fault_of_mpi("openmpi", None, ""))

    def test_fault_of_mpiexec(self):
        """Only where all processes have finalized."""
        def fault(flavour="openmpi", output="node vm exiting improperly.",
                  mpi="finalized", how="exited"):
            ends = [{"how": "exited", "mpi": "finalized"},
                    {"how": how, "mpi": mpi}]
            return verdict.fault_of_mpi(flavour, {
                "findings": [],
                "processes": [{"end": end} for end in ends]}, output)
        self.assertIsNotNone(fault())
        self.assertIsNone(fault(flavour="mpich"))
        self.assertIsNone(fault(output="node vm exited on signal 11"))
        self.assertIsNone(fault(mpi="initialized"))
        self.assertIsNone(fault(how="lost"))


def main():
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(VerdictTest)
    result = unittest.TestResult()
    suite.run(result)
    wrong = result.failures + result.errors
    failed = len(wrong)
    for test, text in wrong:
        print("not ok - %s" % test)
        print("    " + text.rstrip().replace("\n", "\n    "))
    print("%d passed, %d failed, 0 skipped" %
          (result.testsRun - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
