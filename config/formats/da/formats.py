"""Danish dates: a point behind the day."""

globals().update(
    {
        "j F": "j. F",
        "j F Y": "j. F Y",
        "l j F": "l j. F",
        "l j F Y": "l j. F Y",
        "l, j F Y": "l j. F Y",
        "j M": "j. M",
        "j M Y": "j. M Y",
        "j F, H:i": "j. F, H:i",
        "j M, H:i": "j. M, H:i",
        "j F Y, H:i": "j. F Y, H:i",
        "j M Y, H:i": "j. M Y, H:i",
        "j F, H:i:s": "j. F, H:i:s",
        "j F Y, H:i:s": "j. F Y, H:i:s",
        "j M Y, H:i:s": "j. M Y, H:i:s",
    }
)
