# Turns page.html, style.css and page.js into C: arrays of lines, ended by a
# null pointer, for report_html*.c; with header=1, their declarations.  A line "<!--: NAME -->" of page.html
# begins the fragment page_NAME; the other files are page_style and
# page_script as a whole.

function end_array()
{
    if (open && !header)
        print "    NULL};"
    open = 0
}

function begin_array(name)
{
    end_array()
    if (header)
        print "extern const char *const page_" name "[];"
    else
        print "const char *const page_" name "[] = {"
    open = 1
}

BEGIN {
    print "/* Made by server/report_page/embed.awk. */"
    if (!header)
        print "#include \"report_page.h\"\n\n#include <stddef.h>\n"
}

FNR == 1 {
    end_array()
}

FNR == 1 && FILENAME ~ /style\.css$/ {
    begin_array("style")
}

FNR == 1 && FILENAME ~ /page\.js$/ {
    begin_array("script")
}

/^<!--: [a-z_]+ -->$/ {
    begin_array($2)
    next
}

open && !header {
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    gsub(/\?/, "\\?")
    print "    \"" $0 "\\n\","
}

END {
    end_array()
}
