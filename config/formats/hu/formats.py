"""Hungarian dates: from the year to the day."""

globals().update(
    {
        "j F": "F j.",
        "j F Y": "Y. F j.",
        "l j F": "F j., l",
        "l j F Y": "Y. F j., l",
        "l, j F Y": "Y. F j., l",
        "j M": "M j.",
        "j M Y": "Y. M j.",
        "j F, H:i": "F j. H:i",
        "j M, H:i": "M j. H:i",
        "j F Y, H:i": "Y. F j. H:i",
        "j M Y, H:i": "Y. M j. H:i",
        "j F, H:i:s": "F j. H:i:s",
        "j F Y, H:i:s": "Y. F j. H:i:s",
        "j M Y, H:i:s": "Y. M j. H:i:s",
    }
)
