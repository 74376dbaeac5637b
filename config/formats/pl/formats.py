"""Polish dates: the month in the genitive."""

globals().update(
    {
        "j F": "j E",
        "j F Y": "j E Y",
        "l j F": "l j E",
        "l j F Y": "l j E Y",
        "l, j F Y": "l, j E Y",
        "j M": "j E",
        "j M Y": "j E Y",
        "j F, H:i": "j E, H:i",
        "j M, H:i": "j E, H:i",
        "j F Y, H:i": "j E Y, H:i",
        "j M Y, H:i": "j E Y, H:i",
        "j F, H:i:s": "j E, H:i:s",
        "j F Y, H:i:s": "j E Y, H:i:s",
        "j M Y, H:i:s": "j E Y, H:i:s",
    }
)
