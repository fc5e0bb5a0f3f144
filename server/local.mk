# The program murmel.  All of it but main.c is in a library, so that the unit
# tests can be linked with it.

include server/report.mk

server_cppflags = \
	$(AM_CPPFLAGS) -I$(top_srcdir)/server -I$(top_builddir)/server \
	-DBINDIR='"$(bindir)"' -DPKGLIBDIR='"$(pkglibdir)"'

noinst_LTLIBRARIES += libserver.la
libserver_la_SOURCES = \
	server/call_text.c server/call_text.h \
	server/call_view.c server/call_view.h \
	server/capture.c server/capture.h \
	server/connection.c server/connection.h \
	server/flavour_of.c server/flavour_of.h \
	server/intake.c server/intake.h \
	server/job.c server/job.h \
	server/job_report.c server/job_report.h \
	server/launcher.c server/launcher.h \
	server/memory.c server/memory.h \
	server/option.c server/option.h \
	server/place.c server/place.h \
	server/process.c server/process.h \
	server/ring_reader.c server/ring_reader.h \
	server/run.c server/run.h \
	server/server.c server/server.h \
	server/site.c server/site.h \
	server/stack.c server/stack.h \
	server/symbol.c server/symbol.h \
	server/terminal.c server/terminal.h \
	$(model_sources) $(report_sources) $(rules_sources)
libserver_la_CPPFLAGS = $(server_cppflags)
libserver_la_LIBADD = libcall_table.la $(JANSSON_LIBS) $(DW_LIBS)
$(libserver_la_OBJECTS): include/calls.h include/neutral_constants.h

bin_PROGRAMS += bin/murmel
bin_murmel_SOURCES = server/main.c
bin_murmel_CPPFLAGS = $(server_cppflags)
bin_murmel_LDADD = libserver.la
