"""Seating plans for tables of four: whole events, evenings of a league (`mixed` where tables
are not all of four, whose sizes are in `sizes`; `odd` where whole events have such tables), and the rest of
an event after withdrawals.

Pure: standard library only, numbers in and tables out. `planning` holds the order of the steps, `swiss` a
round by the standings; the methods are in `columns`, `fields`, `base_rounds` and `anneal`, table numbers in
`tables`, seats in `winds`, and the independent count in `report`; what no seating avoids, in `bounds`. Who
sits together, or at certain tables only, is in `wishes`, and rounds made for them in `bound`; all that a draw
starts from is a `basis`, and by `worth` seatings are compared.
"""

from .basis import Basis, basis_of, groups
from .bounds import must_meet_again, some_repeat, unavoidable
from .evening import meeting
from .mixed import Evening, Past, Turns, mixed
from .odd import FIVE, HOUSE, SEATS_OF, THREE, odd_plan, odd_sizes, odd_ways
from .planning import plan
from .report import Report, SeatingWarning, Wished, report, spread
from .sentences import SENTENCES
from .shapes import SEATS, VERSION, Plan, Table, as_numbers
from .sizes import Sizes, sizes_for
from .swiss import FEWEST_BY_STANDINGS, Float, by_standings, floats
from .winds import as_table
from .wishes import MOST_TOGETHER, Places, WishError
from .withdrawals import replan
from .worth import Figures, figures, is_perfect, worth

__all__ = [
    "FEWEST_BY_STANDINGS",
    "FIVE",
    "HOUSE",
    "MOST_TOGETHER",
    "SEATS",
    "SEATS_OF",
    "SENTENCES",
    "THREE",
    "VERSION",
    "Basis",
    "Evening",
    "Figures",
    "Float",
    "Past",
    "Places",
    "Plan",
    "Report",
    "SeatingWarning",
    "Sizes",
    "Table",
    "Turns",
    "WishError",
    "Wished",
    "as_numbers",
    "as_table",
    "basis_of",
    "by_standings",
    "figures",
    "floats",
    "groups",
    "is_perfect",
    "meeting",
    "mixed",
    "must_meet_again",
    "odd_plan",
    "odd_sizes",
    "odd_ways",
    "plan",
    "replan",
    "report",
    "sizes_for",
    "some_repeat",
    "spread",
    "unavoidable",
    "worth",
]
