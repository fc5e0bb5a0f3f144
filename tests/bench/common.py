"""What the benchmarks share: which MPIs they run, and how they print what they
measured."""

import statistics

import harness


def flavours(murmel, names):
    """Those of that list (F,...; empty: all) that are on this machine; says
    which are not."""
    for flavour in harness.flavours(murmel):
        if names and flavour.name not in names.split(","):
            continue
        reason = flavour.missing()
        if reason is None:
            yield flavour
        else:
            print("%s skipped: %s" % (flavour.name, reason))


def short(value):
    return "%.0f" % value if abs(value) >= 100 else "%.3g" % value


def spread(values):
    """The median, and the quartiles; "-" of none."""
    if not values:
        return "-"
    if len(values) == 1:
        return short(values[0])
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return "%s (%s-%s)" % (short(middle), short(low), short(high))
