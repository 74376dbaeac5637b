"""Pictures of figures, drawn on the server as SVG: values in, text out, a table of the same figures beside.

Whoever asks brings the words and the names; colours, dashes and letters are the style sheet's, so that dark
mode, print and forced colours are the page's business. Nothing here knows a competition.
"""

from tournaments.charts.bars import Bar, balance, bars
from tournaments.charts.bump import Course, bump
from tournaments.charts.frame import Chart, Form, Words, ticks
from tournaments.charts.runs import Mark, Run, runs
from tournaments.charts.spark import spark

__all__ = [
    "Bar",
    "Chart",
    "Course",
    "Form",
    "Mark",
    "Run",
    "Words",
    "balance",
    "bars",
    "bump",
    "runs",
    "spark",
    "ticks",
]
