"""How the benchmarks print what they measured."""

import statistics


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
