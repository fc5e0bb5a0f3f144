"""check_browser.py FOLDER SHOTS REPORT...: report.html of the folders
FOLDER/plain, hostile, many, wide, pending and traffic, and those of real runs,
in headless Chromium: filters, search, links, graph, print; nothing of the application's strings
acts, and the console stays empty.  Screenshots go to SHOTS.

check_browser.py --starts: can Chromium be started here?"""
import base64
import os
import re
import sys

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

problems = []


def expect(condition, what):
    if not condition:
        problems.append(what)


def start():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--disable-quic", "--no-first-run", "--disable-sync",
                 "--disable-background-networking", "--window-size=1200,1600",
                 "--disable-component-update", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(
        service=webdriver.chrome.service.Service("/usr/bin/chromedriver"),
        options=options)


def visible(browser):
    """Numbers of the findings that are shown."""
    return [int(finding.get_attribute("id").split("-")[1])
            for finding in browser.find_elements(By.CLASS_NAME, "finding")
            if finding.is_displayed()]


def open_page(browser, folder, fragment=""):
    browser.get("about:blank")
    browser.get("file://%s/report.html%s" % (folder, fragment))


def check_filters(browser, folder):
    open_page(browser, folder)
    all_of_them = visible(browser)
    expect(len(all_of_them) >= 3, "findings: %s" % all_of_them)
    for button in browser.find_elements(By.CSS_SELECTOR, "[data-severity]"):
        if button.tag_name != "button":
            continue
        severity = button.get_attribute("data-severity")
        left = browser.find_elements(
            By.CSS_SELECTOR, ".finding:not(.%s)" % severity)
        button.click()
        expect(len(visible(browser)) == len(left), "without " + severity)
        button.click()
    expect(visible(browser) == all_of_them, "all severities")
    by_rule = Select(browser.find_element(By.ID, "by-rule"))
    by_rule.select_by_visible_text("LEAK-COMM (1)")
    expect([finding.find_element(By.CLASS_NAME, "id").text
            for finding in browser.find_elements(By.CLASS_NAME, "finding")
            if finding.is_displayed()] == ["LEAK-COMM"], "by rule")
    status = browser.find_element(By.ID, "shown").text
    expect(status == "1 of %d findings" % len(all_of_them), status)
    by_rule.select_by_index(0)
    by_file = Select(browser.find_element(By.ID, "by-file"))
    by_file.select_by_visible_text("elsewhere.c (1)")
    expect(len(visible(browser)) == 1, "by file")
    by_file.select_by_index(0)
    rank = browser.find_element(By.ID, "rank")
    rank.send_keys("2")
    expect(sorted(visible(browser)) == [2, 3],
           "by rank: %s" % visible(browser))
    browser.execute_script(
        "arguments[0].value = '';"
        "arguments[0].dispatchEvent(new Event('input'))", rank)
    browser.find_element(By.ID, "search").send_keys("waits mpi_bcast")
    expect(len(visible(browser)) == 1, "search: %s" % visible(browser))


def check_fold_and_link(browser, folder):
    open_page(browser, folder)
    fold = browser.find_element(By.ID, "fold")
    for _ in range(2):
        opens = fold.text == "Open all"
        fold.click()
        expect(all((finding.get_attribute("open") is not None) == opens
                   for finding in browser.find_elements(
                       By.CLASS_NAME, "finding")), fold.text)
    expect(browser.execute_script("return document.body.scrollWidth <= "
                                  "document.documentElement.clientWidth"),
           "the page is wider than the window")
    for finding in browser.find_elements(By.CLASS_NAME, "finding"):
        browser.execute_script("arguments[0].open = false", finding)
    browser.execute_script("location.hash = '#finding-2'")
    wait_for(browser, "document.getElementById('finding-2').open",
             "a link opens its finding")


def check_sections(browser, folder):
    """What stands below the findings is reached from above them."""
    open_page(browser, folder)
    links = browser.find_elements(By.CSS_SELECTOR, "nav.sections a")
    heads = [head.text for head in
             browser.find_elements(By.CSS_SELECTOR, "main h2")]
    expect(len(heads) > 5 and [link.text for link in links] == heads,
           "parts of the page: %s" % heads)
    functions = "document.getElementById('functions')"
    next(link for link in links if link.text == "MPI functions").click()
    wait_for(browser, "%s.nextElementSibling.open && Math.abs("
             "%s.getBoundingClientRect().top) < innerHeight" % (
                 functions, functions), "a link to a part opens it")
    browser.find_element(By.CSS_SELECTOR, ".facts [href='#not-observed']")\
        .click()
    wait_for(browser, "document.getElementById('not-observed')"
             ".getBoundingClientRect().top < innerHeight", "what is not seen")
    rule = browser.find_element(By.CSS_SELECTOR, ".rule [href^='#rule-']")
    browser.execute_script("arguments[0].click()", rule)
    target = "document.getElementById('%s')" % rule.get_attribute(
        "href").split("#")[1]
    wait_for(browser, target + ".open", "a link to a rule opens it")
    expect(browser.execute_script(
        "return %s.querySelectorAll('.wrong code').length > 0 && "
        "%s.querySelectorAll('.right code').length > 0" % (target, target)),
        "a rule in code")


def check_keys(browser, folder):
    """Without a mouse: the first key skips to the findings, each control is
    reached, and a finding is opened by Enter."""
    open_page(browser, folder)
    def press(key):
        webdriver.ActionChains(browser).send_keys(key).perform()
        return browser.switch_to.active_element
    expect(press(Keys.TAB).text == "Skip to the findings", "skip")
    press(Keys.ENTER)
    seen = []
    while len(seen) < 200:
        part = press(Keys.TAB)
        if part.tag_name == "body":
            break
        expect(browser.execute_script(
            "var part = arguments[0], style = getComputedStyle(part);"
            "return style.outlineStyle !== 'none' && "
            "parseFloat(style.outlineWidth) > 0", part),
            "the focus is not seen on %s" % part.tag_name)
        seen.append(part.get_attribute("id") or part.tag_name)
        if part.tag_name == "summary" and "summary" not in seen[:-1]:
            was = part.find_element(By.XPATH, "..").get_attribute("open")
            press(Keys.ENTER)
            expect(part.find_element(By.XPATH, "..").get_attribute("open") !=
                   was, "Enter on a finding")
    for name in ("button", "by-rule", "rank", "search", "fold", "summary"):
        expect(name in seen, "%s is not reached: %s" % (name, seen))
    nameless = browser.execute_script(
        "return Array.from(document.querySelectorAll("
        "'button, input, select, summary, a, [role=img], [role=group]'))"
        ".filter(function (part) { return !(part.textContent.trim() && "
        "part.localName !== 'select') && !part.getAttribute('aria-label'); })"
        ".map(function (part) { return part.outerHTML.slice(0, 80); })")
    expect(not nameless, "without a name for a screen reader: %s" % nameless)


def wait_for(browser, condition, what):
    done = browser.execute_async_script(
        "var done = arguments[0], left = 200;"
        "(function look() { if (%s) done(true); else if (left-- === 0) "
        "done(false); else setTimeout(look, 20); })()" % condition)
    expect(done, what)


def check_looks(browser, folder, shots, name):
    """In light and dark, and on paper."""
    colours = []
    for scheme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        open_page(browser, folder)
        colours.append(browser.execute_script(
            "return getComputedStyle(document.body).backgroundColor"))
        browser.save_screenshot("%s/%s-%s.png" % (shots, name, scheme))
    expect(colours[0] != colours[1], "light and dark: %s" % colours)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    pdf = base64.b64decode(browser.print_page())
    expect(pdf.startswith(b"%PDF-"), "printed")
    with open("%s/%s.pdf" % (shots, name), "wb") as file:
        file.write(pdf)


def check_hostile(browser, folder):
    """Whatever stands in a string is text."""
    open_page(browser, folder)
    for element in ("iframe", "img", "object", "embed", "script + script",
                    ".finding b b", "a[href^=javascript]", "[onclick]",
                    "[onerror]", "[onload]", "[style]"):
        expect(not browser.find_elements(By.CSS_SELECTOR, element), element)
    expect(browser.execute_script("return document.scripts.length") == 1,
           "one script")
    browser.find_element(By.ID, "fold").click()
    for choice in browser.find_elements(By.TAG_NAME, "select"):
        expect(not browser.execute_script(
            "return Array.from(arguments[0].querySelectorAll('*')).some("
            "part => part.localName !== 'option')", choice), "a list")
    expect("Murmel" in browser.title, browser.title)


def check_many(browser, folder):
    """Of 10,000 findings the first are shown, and any can be reached."""
    open_page(browser, folder)
    took = browser.execute_script(
        "return performance.timing.domContentLoadedEventEnd - "
        "performance.timing.navigationStart")
    print("10,000 findings are there after %d ms" % took)
    expect(browser.execute_script(
        "return document.getElementsByTagName('*').length") < 30000,
        "the page has too many parts to open fast")
    there = ("Array.from(document.querySelectorAll('.finding')).filter("
             "function (part) { return !part.hidden; }).length")
    expect(browser.execute_script("return " + there) == 200, "at first 200")
    more = browser.find_element(By.ID, "more")
    expect(more.text == "Show more of the 9800 others", more.text)
    browser.execute_script("arguments[0].scrollIntoView()", more)
    wait_for(browser, there + " >= 400", "more of them, by scrolling")
    before = browser.execute_script("return " + there)
    browser.execute_script("arguments[0].click()", more)
    wait_for(browser, there + " >= %d" % (before + 200), "... by the button")
    expect(browser.execute_script(
        "return Array.from(document.querySelectorAll('.finding'), function "
        "(part) { return Number(part.id.slice(8)); }).every(function (number, "
        "i) { return number === i + 1; })"), "their order")
    packed = browser.execute_script(
        "return document.querySelector('#later > script:last-of-type')"
        ".textContent")
    last = "document.getElementById('finding-10000')"
    expect(browser.execute_script("return " + last) is None,
           "a finding far below is not packed")
    place = re.search(r'class="place">(\S+)', packed).group(1)
    for text, condition in (
            ("nowhere-to-be-found", "document.getElementById('shown')"
             ".textContent === '0 of 10000 findings'"),
            (place, "%s && !%s.hidden" % (last, last))):
        search = browser.find_element(By.ID, "search")
        browser.execute_script(
            "arguments[0].value = arguments[1];"
            "arguments[0].dispatchEvent(new Event('input'))", search, text)
        wait_for(browser, condition, "search for %s in 10,000 findings" % text)
    open_page(browser, folder, "#finding-9000")
    target = "document.getElementById('finding-9000')"
    wait_for(browser, "%s && %s.open && !%s.hidden && %s.matches(':target')" %
             ((target,) * 4), "a link opens a packed finding")
    expect(browser.execute_script(
        "return %s.querySelectorAll('.call').length > 0 && "
        "Math.abs(%s.getBoundingClientRect().top) < innerHeight" %
        (target, target)),
        "it is seen")
    browser.execute_script("location.hash = '#finding-9001'")
    wait_for(browser, target.replace("9000", "9001") + "?.open",
             "a link to another")
    expect(browser.execute_script(
        "dispatchEvent(new Event('beforeprint'));"
        "var there = %s;"
        "dispatchEvent(new Event('afterprint')); return there" % there) ==
        10000, "all on paper")
    expect(browser.execute_script("return " + there) == 202,
           "after that as before")


def check_tables(browser, folder, names):
    """What was made and what was called: folded, and seen when opened."""
    open_page(browser, folder)
    for name, rows in names.items():
        section = browser.find_element(
            By.CSS_SELECTOR, "[aria-labelledby=%s]" % name)
        table = section.find_element(By.TAG_NAME, "table")
        expect(section.find_element(By.TAG_NAME, "details").get_attribute(
            "open") is None, name + " is open")
        section.find_element(By.TAG_NAME, "summary").click()
        expect(table.is_displayed(), name + " is not opened")
        found = [" | ".join(cell.text for cell in
                            row.find_elements(By.TAG_NAME, "td"))
                 for row in table.find_elements(By.CSS_SELECTOR, "tbody tr")]
        expect(len(found) == len(rows) and all(
            re.fullmatch(pattern, text) for pattern, text in zip(rows, found)),
               "%s: %s" % (name, found))


def check_wide(browser, folder):
    """4,096 ranks, none of which ended as another."""
    open_page(browser, folder)
    print("4,096 ranks are there after %d ms" % browser.execute_script(
        "return performance.timing.loadEventEnd - "
        "performance.timing.navigationStart"))
    expect(browser.execute_script(
        "return document.getElementsByTagName('*').length") < 20000,
        "the page of 4,096 ranks has too many parts to open fast")
    section = browser.find_element(
        By.CSS_SELECTOR, "[aria-labelledby=processes]")
    expect(len(section.find_elements(By.CSS_SELECTOR, "tbody tr")) == 500 and
           "3596 more processes" in section.text, "rows of processes")


def check_paper(browser, folder, shots):
    """Of many processes what each did last stays folded on paper; all else is
    open, and no name is broken where a page is narrow."""
    open_page(browser, folder)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 660, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    folded = browser.execute_script(
        "dispatchEvent(new Event('beforeprint'));"
        "return Array.from(document.querySelectorAll('.crowd ol.last'),"
        "function (calls) { return calls.checkVisibility("
        "{contentVisibilityAuto: true}); })")
    expect(len(folded) > 8 and not any(folded), "folded on paper: %s" % folded)
    broken = browser.execute_script(
        "return Array.from(document.querySelectorAll('td.name code'))"
        ".filter(function (name) { return name.getClientRects().length > 1; })"
        ".map(function (name) { return name.textContent; })")
    expect(not broken, "names that are broken: %s" % broken)
    browser.save_screenshot(shots + "/paper.png")
    browser.execute_script("dispatchEvent(new Event('afterprint'))")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def check_traffic(browser, folder, shots):
    open_page(browser, folder)
    section = browser.find_element(By.CSS_SELECTOR, "[aria-labelledby=traffic]")
    section.find_element(By.TAG_NAME, "summary").click()
    cells = section.find_elements(By.TAG_NAME, "rect")
    expect([cell.get_attribute("class") for cell in cells] ==
           ["shade-6", "shade-8", "shade-8", "shade-6"], "shades of traffic")
    expect(section.find_element(By.TAG_NAME, "tbody").text.splitlines()[0] ==
           "rank 0 rank 1 4 64 B 0 0 B", "largest traffic")
    browser.save_screenshot(shots + "/traffic.png")


def check_zoom(browser, name):
    """A picture is zoomed, moved, and whole again."""
    def view():
        return [float(number) for number in browser.execute_script(
            "return arguments[0].querySelector('svg').getAttribute('viewBox')",
            figure).split()]

    def press(label):
        figure.find_element(
            By.CSS_SELECTOR, "[aria-label='%s']" % label).click()
    figure = next(figure for figure in
                  browser.find_elements(By.CSS_SELECTOR, "figure.graph")
                  if figure.is_displayed())
    whole = view()
    press("Zoom out")
    expect(view() == whole, name + ": more than all")
    press("Zoom in")
    closer = view()
    expect(abs(closer[2] * 1.5 - whole[2]) < 0.01 and closer[0] > 0 and
           abs(closer[0] * 2 + closer[2] - whole[2]) < 0.01,
           name + ": zoom %s" % closer)
    picture = figure.find_element(By.TAG_NAME, "svg")
    drag = webdriver.ActionChains(browser).move_to_element(picture)
    drag.click_and_hold().move_by_offset(20, 0).release().perform()
    moved = view()
    expect(moved[0] < closer[0] and moved[1:] == closer[1:],
           name + ": dragged %s" % moved)
    figure.find_element(By.CSS_SELECTOR, "[aria-label='Zoom in']").send_keys(
        Keys.ARROW_RIGHT)
    expect(view()[0] > moved[0], name + ": arrow key")
    browser.execute_script(
        "arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -1, "
        "ctrlKey: true, cancelable: true}))", picture)
    expect(view()[2] < closer[2], name + ": wheel")
    press("Show all")
    expect(view() == whole, name + ": all again")


def check_real(browser, folder, shots):
    """A deadlock: its graph; RMA: what happened in which order; what came
    before."""
    name = os.path.basename(folder)
    open_page(browser, folder)
    past = browser.find_element(By.CLASS_NAME, "history")
    picture = past.find_element(By.TAG_NAME, "svg")
    expect(past.get_attribute("open") is None, name + ": the past is open")
    past.find_element(By.TAG_NAME, "summary").click()
    expect(picture.is_displayed() and
           picture.find_elements(By.CSS_SELECTOR, "rect.wrong") and
           len(picture.find_elements(By.CSS_SELECTOR, ".life")) >= 2,
           name + ": the past")
    figures = browser.find_elements(By.CSS_SELECTOR, "figure.graph svg")
    expect(figures, name + ": no picture")
    for figure in figures:
        expect(figure.is_displayed() and figure.size["width"] > 100 and
               figure.find_elements(By.TAG_NAME, "text"), name + ": picture")
    expect(browser.find_elements(By.CSS_SELECTOR, ".source .here"),
           name + ": no source")
    check_zoom(browser, name)
    browser.save_screenshot("%s/%s-past.png" % (shots, name))
    check_looks(browser, folder, shots, name)


def main():
    if sys.argv[1:] == ["--starts"]:
        start().quit()
        return 0
    folder, shots = sys.argv[1:3]
    os.makedirs(shots, exist_ok=True)
    browser = start()
    try:
        check_filters(browser, folder + "/plain")
        check_fold_and_link(browser, folder + "/plain")
        check_sections(browser, folder + "/plain")
        check_keys(browser, folder + "/plain")
        check_looks(browser, folder + "/plain", shots, "plain")
        check_hostile(browser, folder + "/hostile")
        check_many(browser, folder + "/many")
        check_tables(browser, folder + "/plain", {
            "objects": [r"MPI_Comm_split \| split\.c:9 in exchange .inlined. \| "
                        r"12 communicators \| 3 \| 2 to 4"],
            "functions": [r"MPI_\w+ \| \d+"] * 2})
        receive = (r"rank 0 \| request \| 1 \| MPI_Irecv\(.*tag=%d.*\) \| "
                   r"tests/e2e/deadlock/waitall_one_missing\.c:%d in main \| "
                   r"\d.*")
        check_tables(browser, folder + "/pending", {
            "pending": [receive % (1, 21), receive % (3, 22)]})
        browser.save_screenshot(shots + "/pending.png")
        check_wide(browser, folder + "/wide")
        check_traffic(browser, folder + "/traffic", shots)
        check_paper(browser, folder + "/wide", shots)
        for report in sys.argv[3:]:
            check_real(browser, report, shots)
        console = [entry["message"] for entry in browser.get_log("browser")]
        expect(not console, "console: %s" % console)
    finally:
        browser.quit()
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
