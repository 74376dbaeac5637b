"""How dates are written in the languages of the site: for each English way of writing one, the own.

Django looks a format up by its name in these modules; the name of each is the English format itself
(`{{ day|date:"j F Y" }}`, `date_format(day, "j F Y")`): whoever writes a page thinks of English alone.
`E` is the month as it stands in a date, where that is another word than its name.
"""
