# Findings and reports: $(report_sources) belong to the program murmel.
# Included by server/local.mk.

report_sources = \
	server/explain.c server/explain.h \
	server/baseline.c server/baseline.h \
	server/finding.c server/finding_key.c server/finding_key.h \
	server/stack_spot.c server/stack_spot.h \
	server/finding_order.c server/finding_order.h \
	server/finding_kept.h \
	server/findings.c server/findings.h server/findings_private.h \
	server/fingerprint.c server/fingerprint.h \
	server/process_set.c server/process_set.h \
	server/history.c server/history.h \
	server/rank_list.c server/rank_list.h \
	server/report.c server/report.h server/report_schema.h \
	server/report_dot.c server/report_github.c server/report_graph.c \
	server/report_history.c server/report_html.c server/report_html.h \
	server/report_html_finding.c server/report_html_pending.c \
	server/report_html_process.c server/report_html_rule.c \
	server/inventory.c server/inventory.h \
	server/report_html_traffic.c server/traffic.c server/traffic.h \
	server/report_json.c server/report_json.h server/report_json_picture.c \
	server/report_json_process.c server/report_junit.c \
	server/report_sarif.c server/report_suppress.c server/report_text.c server/report_text.h \
	server/report_text_summary.c \
	server/report_timeline.c server/report_unseen.c \
	server/source_files.c server/source_files.h \
	server/report_string.c server/report_string.h \
	server/report_value.c server/report_value.h \
	server/report_wrap.c server/report_wrap.h \
	server/suppression.c server/suppression.h \
	server/timeline.c server/timeline.h \
	server/wait_class.c server/wait_fold.c server/wait_graph.c server/wait_graph.h \
	server/wait_raw.h server/wait_text.c server/wait_text.h

# The page: HTML, CSS and JS turned into lines of C.
report_page = \
	$(top_srcdir)/server/report_page/page.html \
	$(top_srcdir)/server/report_page/style.css \
	$(top_srcdir)/server/report_page/page.js
report_page_awk = $(top_srcdir)/server/report_page/embed.awk

server/report_page.h: $(report_page) $(report_page_awk)
	$(AM_V_GEN)$(MKDIR_P) server
	$(AM_V_at)$(AWK) -v header=1 -f $(report_page_awk) $(report_page) >$@.new
	$(AM_V_at)mv $@.new $@

server/report_page.c: $(report_page) $(report_page_awk)
	$(AM_V_GEN)$(MKDIR_P) server
	$(AM_V_at)$(AWK) -f $(report_page_awk) $(report_page) >$@.new
	$(AM_V_at)mv $@.new $@

$(libserver_a_OBJECTS): server/report_page.h
nodist_libserver_a_SOURCES = server/report_page.c

BUILT_SOURCES += server/report_page.h
CLEANFILES += server/report_page.c server/report_page.h
EXTRA_DIST += \
	server/report.mk \
	server/report_page/embed.awk server/report_page/page.html \
	server/report_page/page.js server/report_page/style.css
dist_pkgdata_DATA += server/murmel-gdb.py doc/report.schema.json rules/suppressions.json

# A page for each rule, printed from the rule: doc/rules/ID.md in the build
# folder.
.PHONY: doc-rules
doc-rules: bin/murmel
	$(AM_V_GEN)$(MKDIR_P) doc/rules && \
	  for rule in `bin/murmel rules | $(AWK) '/^  / {print $$1}'`; do \
	    bin/murmel explain --markdown $$rule >doc/rules/$$rule.md || exit 1; \
	  done

# Tests: the modules above with stand-ins for the rest of the checker.
EXTRA_DIST += \
	tests/unit/golden/explain.md tests/unit/golden/explain.txt \
	tests/unit/golden/lock.c tests/unit/golden/report.html \
	tests/unit/golden/report.json tests/unit/golden/report.junit.xml \
	tests/unit/golden/report.sarif tests/unit/golden/report.txt \
	tests/unit/golden/rules.txt \
	tests/report/check_dot.py tests/report/check_page.py tests/report/check_pending.py tests/report/check_run.py \
	tests/report/check_junit.py tests/report/check_sarif.py tests/report/check_schema.py \
	tests/report/check_status_line.py tests/report/check_traffic.py tests/report/traffic.c \
	tests/report/suite.sh

if HAVE_CMOCKA
report_tests = \
	tests/unit/test_explain tests/unit/test_finding \
	tests/unit/test_report_string tests/unit/test_report_text \
	tests/unit/test_report_write tests/unit/test_suppression
check_PROGRAMS += $(report_tests) tests/report/make_report
TESTS += $(report_tests)

report_test_cppflags = \
	$(AM_CPPFLAGS) -iquote $(top_srcdir)/server -iquote $(top_builddir)/server \
	-I$(top_srcdir)/tests/unit
check_LIBRARIES += libreport_test.a
libreport_test_a_SOURCES = \
	$(report_sources) server/memory.c server/memory.h \
	server/terminal.c server/terminal.h server/word.c server/word.h \
	tests/unit/report_sample.c tests/unit/report_sample.h
nodist_libreport_test_a_SOURCES = server/report_page.c
libreport_test_a_CPPFLAGS = $(report_test_cppflags)
report_test_libs = libreport_test.a $(JANSSON_LIBS) $(CMOCKA_LIBS)
$(libreport_test_a_OBJECTS): server/report_page.h

tests_unit_test_explain_SOURCES = tests/unit/test_explain.c
tests_unit_test_explain_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_explain_LDADD = $(report_test_libs)

tests_unit_test_finding_SOURCES = tests/unit/test_finding.c
tests_unit_test_finding_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_finding_LDADD = $(report_test_libs)

tests_unit_test_report_string_SOURCES = tests/unit/test_report_string.c
tests_unit_test_report_string_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_report_string_LDADD = $(report_test_libs)

tests_unit_test_report_text_SOURCES = tests/unit/test_report_text.c
tests_unit_test_report_text_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_report_text_LDADD = $(report_test_libs)

tests_unit_test_report_write_SOURCES = tests/unit/test_report_write.c
tests_unit_test_report_write_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_report_write_LDADD = $(report_test_libs)

tests_unit_test_suppression_SOURCES = tests/unit/test_suppression.c
tests_unit_test_suppression_CPPFLAGS = $(report_test_cppflags)
tests_unit_test_suppression_LDADD = $(report_test_libs)

tests_report_make_report_SOURCES = tests/report/make_report.c
tests_report_make_report_CPPFLAGS = $(report_test_cppflags)
tests_report_make_report_LDADD = $(report_test_libs)
endif
