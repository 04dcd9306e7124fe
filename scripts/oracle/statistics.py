"""Computes with SciPy what Emend's statistics compute by themselves, as JSON: python3 scripts/oracle/statistics.py

The definitions are written here again, from the formulas, and share no code with Emend. Integrals are adaptive quadrature
(scipy.integrate.quad), ends of intervals are roots (scipy.optimize.brentq).
"""

import json
import math

import numpy
import scipy
from scipy import integrate, optimize, special, stats


def cumulative_beta():
    cases = [(0.3, 1, 1), (0.5, 7, 7), (0.25, 0.5, 0.5), (0.01, 3, 40), (0.9, 200, 30), (0.5, 5000, 5100), (0.2, 0.7, 9)]
    return [{"x": x, "a": a, "b": b, "share": float(stats.beta.cdf(x, a, b))} for x, a, b in cases]


def log_beta():
    cases = [(0.5, 0.5), (1, 1), (3, 3), (40, 2), (1000, 1300)]
    return [{"a": a, "b": b, "log": float(special.betaln(a, b))} for a, b in cases]


def log_odds_likelihood(u, share, given, withheld):
    """Of odds u / (1 - u), compared to odds of 1."""
    odds = u / (1 - u)
    every = share * odds + 1 - share
    return given * math.log(odds / every) - withheld * math.log(every)


def trial_evidence():
    """The mean of two e-values: mixtures over either half of a Beta(3, 3) prior."""
    cases = [(0.5, 0, 5), (0.5, 4, 21), (0.5, 21, 4), (0.5, 60, 55), (0.8, 10, 12), (0.8, 30, 2), (0.2, 1, 40), (0.35, 90, 120)]
    found = []
    for share, given, withheld in cases:
        def density(u):
            return stats.beta.pdf(u, 3, 3) * math.exp(log_odds_likelihood(u, share, given, withheld))

        less = integrate.quad(density, 0, 0.5, limit=400)[0] / 0.5
        more = integrate.quad(density, 0.5, 1, limit=400)[0] / 0.5
        found.append({"share": share, "given": given, "withheld": withheld, "e_value": (less + more) / 2})
    return found


def arm_evidence():
    """The uniform mixture over shares against the planned one."""
    cases = [(0.5, 520, 480), (0.5, 600, 400), (0.8, 790, 210), (0.2, 0, 30)]
    return [
        {
            "share": share,
            "given": given,
            "withheld": withheld,
            "log_e_value": float(
                special.betaln(given + 1, withheld + 1) - given * math.log(share) - withheld * math.log(1 - share)
            ),
        }
        for share, given, withheld in cases
    ]


def rate_likelihood(before, after, expected_before, expected_after, counted):
    """The likelihood by u, scaled by its largest value."""
    if not counted:
        share = expected_after / (expected_after + expected_before)

        def log(u):
            odds = u / (1 - u)
            return after * math.log(odds) - (before + after) * math.log(share * odds + 1 - share)
    else:
        # The share is itself known from counts only: integrate over its posterior, on a fine grid in log-odds.
        a, b = expected_after + 0.5, expected_before + 0.5
        middle, deviation = math.log(a / b), math.sqrt(1 / a + 1 / b)
        grid = middle + numpy.linspace(-9, 9, 3001) * deviation
        shares = special.expit(grid)
        weights = a * numpy.log(shares) + b * numpy.log1p(-shares)
        weights -= special.logsumexp(weights)

        def log(u):
            odds = u / (1 - u)
            every = shares * odds + 1 - shares
            terms = weights + after * numpy.log(shares * odds / every) + before * numpy.log((1 - shares) / every)
            return float(special.logsumexp(terms))

    most = max(log(u) for u in numpy.linspace(0.0005, 0.9995, 2000))
    return lambda u: math.exp(log(u) - most)


def rate_ends():
    """Each end is where the mean likelihood of everything further away is twenty times as large."""
    cases = [
        (17, 0, 40, 60, False),
        (57, 20, 100, 100, False),
        (57, 10, 100, 100, False),
        (20, 60, 50, 50, False),
        (100, 90, 200, 200, False),
        (57, 10, 300, 300, True),
        (57, 10, 40, 30, True),
        (40, 35, 100, 50, True),
    ]
    found = []
    for before, after, expected_before, expected_after, counted in cases:
        likelihood = rate_likelihood(before, after, expected_before, expected_after, counted)
        steps = numpy.linspace(0.0, 1.0, 8001)
        values = numpy.array([likelihood(min(max(u, 1e-9), 1 - 1e-9)) for u in steps])
        mass = integrate.cumulative_simpson(values, x=steps, initial=0)
        mode = int(values.argmax())

        def at(u, of):
            return float(numpy.interp(u, steps, of))

        def above(u):
            return at(u, mass) / u - 20 * at(u, values)

        def below(u):
            return (mass[-1] - at(u, mass)) / (1 - u) - 20 * at(u, values)

        largest = optimize.brentq(above, max(steps[mode], 1e-3), 1 - 1e-6)
        smallest = 0.0 if below(1e-4) < 0 else optimize.brentq(below, 1e-4, steps[mode])
        found.append(
            {
                "before": before,
                "after": after,
                "expected": {"before": expected_before, "after": expected_after},
                "counted": counted,
                "largest": largest,
                "smallest": smallest,
            }
        )
    return found


print(
    json.dumps(
        {
            "made": f"scripts/oracle/statistics.py with SciPy {scipy.__version__}",
            "cumulative_beta": cumulative_beta(),
            "log_beta": log_beta(),
            "trial_evidence": trial_evidence(),
            "arm_evidence": arm_evidence(),
            "rate_ends": rate_ends(),
        },
        indent=1,
    )
)
