"""Every sentence that the tablet's scripts say, in the reader's language, names in braces to fill in."""

from typing import Any

from django.utils.translation import gettext as said
from django.utils.translation import gettext_noop as _

import scoring
from tournaments import preview

BOARD = {
    "table": _("Table {table}"),
    "round": _("Round {round}"),
    "deal": _("Deal {deal}"),
    "round_wind": _("{wind} round"),
    "is_east": _("East: {name}"),
    "who_won": _("Who won?"),
    "tap_winner": _("Tap the winner's name."),
    "draw": _("Draw"),
    "ended": _("Ended by an error"),
    "referee": _("Call the referee"),
    "referee_called": _("The referee has been called."),
    "waiting_for_round": _("No round is running at this table. The seats appear here when it starts."),
    "round_closed": _("This round is closed."),
    "totals": _("Totals of this table"),
    "enter_totals": _("Enter the totals of this table"),
    "totals_entered": _("The totals of this table are entered."),
    "game_over": _("The game at this table is over."),
    "turn_names": _("Turn the names to the players"),
    "upright_names": _("All names upright"),
    "seat_label": _("{name}, {wind}, score {score}. {action}"),
    "won_action": _("Won this deal"),
    "stands_for": _("for number {number}"),
    "deals_of": _("{deal} of {deals}"),
    "time_left": _("{minutes} minutes left"),
    "time_over": _("Time is over: this is the last deal"),
    "goulash": _("Goulash: no chows, wild tiles."),
    "favoured": _("pays and is paid double"),
}
STATES = {
    "loading": _("Asking the server"),
    "server_saved": _("Saved on server"),
    "tablet_saved": _("Saved on tablet - will send ({count})"),
    "no_server": _("No server right now, trying again"),
    "needs_referee": _("Needs referee"),
    "needs_mending": _("Deal {deal} is not accepted"),
    "unpaired": _("Not paired"),
    "draft_kept": _("Entry kept on this tablet"),
    "unpaired_text": _(
        "This tablet is no longer paired. What was entered is safe on it. Ask an organiser for a code."
    ),
    "pair_again": _("Pair this tablet"),
    "offline_text": _(
        "No server right now. Deal {deal} is saved on this tablet and will be sent by itself. "
        "You can play on."
    ),
    "offline_many": _(
        "No server right now. {count} deals are saved on this tablet and will be sent by themselves. "
        "You can play on."
    ),
    "no_server_now": _("No server right now."),
    "last_known": _("The table is shown as last known at {time}."),
    "storage_broken": _(
        "This browser keeps nothing over a restart. Do not close this page while a deal is unsent."
    ),
    "install_first": _(
        "This browser may clear what is stored when space runs out. "
        "Install this page on the tablet before the first round."
    ),
    "storage_full": _("Storage on this tablet is full. Write the deal on paper and call an organiser."),
    "saved_here": _("Deal {deal} is saved on this tablet."),
    "saved_elsewhere": _("Deal {deal} was finished in another tab of this tablet."),
    "refused_text": _("Deal {deal} could not be recorded: {message} Nothing is lost; put it right here."),
    "mend": _("Put deal {deal} right"),
    "unsent_elsewhere": _(
        "Deal {deal} was entered at another table and waits on this tablet. Show it to an organiser."
    ),
    "context_moved": _(
        "The table changed since this entry was begun. If you save it, it waits for the referee. "
        "Nothing is lost."
    ),
    "unsent_list": _("Saved on this tablet"),
    "saved_at": _("saved at {time}"),
    "to_send": _("will be sent"),
    "to_mend": _("to be put right"),
    "update_ready": _("A new version is ready."),
    "update": _("Update"),
    "recorded": _("Deal {deal} is recorded."),
    "replayed": _("Deal {deal} had arrived before. It counts once."),
    "held": _("Deal {deal} waits for the referee: {message}"),
}
ENTRY = {
    "entry_of": _("Deal {deal}"),
    "player": _("Player"),
    "from_whom": _("From whom?"),
    "self_draw": _("Self-drawn"),
    "how": _("How was it won?"),
    "wins_from": _("{name} wins from {other}"),
    "wins_self": _("{name} wins, self-drawn"),
    "win_from": _("{name} win from {other}"),
    "another_winner": _("Who else won on this tile?"),
    "won_too": _("+ {name} won, too"),
    "wild_which": _("Goulash: which tiles are wild?"),
    "wild_are": _("wild: {tile}"),
    "nobody_won": _("Draw: nobody scores."),
    "draw_counted": _("Draw: all four hands count and are settled."),
    "ended_text": _("Ended by an error: enter what happened under penalties."),
    "totals_text": _("What each player won or lost, over all deals."),
    "save_totals": _("Save the totals"),
    "missing_total": _("{name}: enter the total"),
    "totals_do_not_cancel": preview.TOTALS_DO_NOT_CANCEL,
    "total_of": _("Total of {name}"),
    "total_hint": _("Above zero what was won, below zero what was lost."),
    "total_rest": _("The rest: {amount}"),
    "change_sign": _("Won or lost: change the sign"),
    "ended_error": _("Ended by an error."),
    "change": _("Change"),
    "undo": _("Undo"),
    "discard_entry": _("Discard entry"),
    "discard_sure": _("Discard everything entered for deal {deal}?"),
    "save": _("Save deal {deal}"),
    "count": _("{count} of {target}"),
    "count_long": _("{name}: {count} of {target} tiles"),
    "missing_tiles": _("{name}: {missing} more"),
    "missing_winning": _("Which tile won?"),
    "missing_points": _("{name}: enter the points"),
    "missing_from": _("Say from whom."),
    "missing_event": _("Say what happened under penalties."),
    "winning_tile": _("Which tile won?"),
    "winning_hint": _("Only tiles in hand can be chosen; the set it completed must not be open."),
    "hand_of": _("Hand of {name}"),
    "winner": _("winner"),
    "rack": _("In hand"),
    "empty_hand": _("No tiles yet. Choose a kind of set, then its tile."),
    "open": _("open"),
    "closed": _("in hand"),
    "closed_kong": _("concealed"),
    "open_label": _("{kind} {tiles}: {state}. Tap to change."),
    "remove_label": _("Remove {kind} {tiles}"),
    "remove_tile": _("Remove {tile}"),
    "wild": _("wild"),
    "wild_label": _("{kind} {tiles}: one more tile of it is a wild one"),
    "bonus_tiles": _("Flowers and seasons"),
    "dropped": _("Dropped out: mah-jong below {minimum}"),
    "dropped_out": _("dropped out"),
    "dead": _("counts nothing"),
    "dead_label": _("{kind} {tiles}: wrongly claimed, counts nothing"),
    "points_of": _("Points of {name}"),
    "points_hint": _("What the hand is worth, before East pays double."),
    "limit_value": _("Limit: {value}"),
    "half_limit_value": _("Half limit: {value}"),
    "backspace": _("Delete last digit"),
    "clear": _("Clear"),
    "flags": _("Also true of this hand"),
    "penalties": _("Penalties and errors"),
    "penalty_add": _("Add"),
    "penalty_who": _("Who did it?"),
    "penalty_misled": _("Who was misled?"),
    "penalty_remove": _("Remove {penalty}"),
    "cannon_found": _(
        "The winning discard was obvious ({letters}). If the table agrees, {name} pays for all."
    ),
    "cannon_confirm": _("Confirm the cannon"),
    "shapes": _("Special shapes"),
    "in_suit": _("{shape}: {suit}"),
    "type": _("Kind of set"),
    "tiles_of": _("Tiles to choose"),
    "left": _("{left} left"),
    "tile_label": _("{tile}, {left} left"),
    "wild_tile_label": _("{tile}, wild, {left} left"),
    "tile_refused": _("{tile}: {reason}"),
    "next_hand": _("Next: {name}"),
}
REASONS = {
    "no_copies": _("a set has four of a kind; they are in the hands already."),
    "few_copies": _("only {left} left."),
    "no_chow_here": _("a chow starts with a suited tile from 1 to 7."),
    "chow_limit": _("A mah-jong may hold {chows} chow at most."),
    "hand_full": _("the hand is full ({target} tiles)."),
    "bonus_single": _("flowers and seasons are laid out one by one."),
    "joker_single": _("a joker is laid down alone, or taken into a set by its word “wild”."),
    "shape_needs_empty": _("This shape goes into an empty hand. Take the tiles away first."),
    "no_room": _("there is no room for that in the hand."),
}
PREVIEW = {
    "preview": _("What it comes to"),
    "preview_wait": _("Values appear here as the hands are entered."),
    "preview_asking": _("Working it out"),
    "preview_offline": _("The preview needs the server. Saving does not."),
    "preview_here": _("No server right now: worked out on this tablet."),
    "value": _("Value"),
    "net": _("Change"),
    "new_score": _("Score"),
    "next_east": _("Next: deal {deal}, {wind} round, East is {name}."),
    "next_none": _("After this deal the game is over."),
    "next_goulash": _("It is a goulash."),
    "next_favoured": _("{name} pays and is paid double."),
    "lines_of": _("How {name}'s {value} is counted"),
    "payments": _("Payments"),
    "receives": _("receives"),
    "pays_word": _("pays"),
    "even": _("even"),
    "faults_one": _("This cannot be saved yet"),
    "rule": _("Rule: {source}"),
    "limit": _("Special hand: {name}"),
}
LOG = {
    "log": _("Deals at this table"),
    "log_empty": _("No deal has been recorded at this table yet."),
    "log_changed": _("Version {version}: {reason}"),
    "log_fingerprint": _("Checksum {hash}"),
    "goulash_wild": _("Goulash, wild: {tile}."),
    "was_favoured": _("{name} paid and was paid double."),
    "were_dropped": _("Dropped out with a mah-jong below the minimum: {names}."),
    "held_list": _("With the referee"),
    "held_waits": _("waits"),
    "held_ruling": _("{words}: {reason}"),
}
CONFIRM = {
    "confirm_deal": _("Is deal {deal} right?"),
    "confirm_read": _("Read all four changes and totals first."),
    "confirm_progress": _("Deal {deal}: {given} of {needed} have accepted."),
    "confirm_referee": _("The referee confirms the deals. Say so here if this one is wrong."),
    "confirm_sending": _("Saved on this tablet; the server is asked."),
    "confirm_waits": _("Saved on this tablet. Confirming it waits for the server."),
    "confirm_not_lost": _("The question comes up again when the server has the deal."),
    "confirm_later": _("No server right now: your word was not noted. Nothing is lost, give it later."),
    "confirm_again": _("To be confirmed again by {names}."),
    "confirm_noting": _("Being noted"),
    "is_confirmed": _("Deal {deal} is confirmed."),
    "is_disputed": _("Deal {deal} is disputed. It counts for now; the referee decides."),
    "total_now": _("new total {score}"),
    "accept": _("Accept: hold"),
    "accept_again": _("Tap again"),
    "accept_label": _("{name}: accept. Hold, or tap twice."),
    "accept_again_label": _("{name}: tap again to accept."),
    "accepted": _("Accepted"),
    "dispute": _("Dispute"),
    "dispute_label": _("{name}: dispute"),
    "disputed": _("Disputed"),
    "house_not_asked": _("A house player is not asked."),
    "referee_settled": _("Confirmed by the referee."),
    "play_on": _("Play on"),
    "play_on_hint": _("What is missing can be given later, below the board."),
    "not_confirmed": _("Not confirmed yet"),
    "to_confirm": _("Confirm"),
    "confirm_count": _("{given} of {needed} accepted"),
    "confirm_by_referee": _("waits for the referee"),
    "disputed_by": _("disputed by {names}"),
}
PANEL = {
    "panel_deals": _("Deals entered here"),
    "none_entered": _("None yet."),
    "all_sent": _("Everything is on the server. Deals kept here as well: {count}."),
    "unsent_count": _("Not on the server yet: {count}."),
    "send_now": _("Send now"),
    "send_again": _("Send all deals again"),
    "of_table": _("entered at table {table} of {competition}"),
    "discard_deal": _("Discard"),
    "discard_strange": _("Discard deal {deal}? It was never sent. Export it first."),
    "panel_tablet": _("How it keeps them"),
    "fact_storage": _("Storage"),
    "storage_safe": _("kept until it is removed by hand"),
    "storage_weak": _("the browser may clear it when space runs out: install the page"),
    "storage_none": _("nothing is kept over a restart"),
    "fact_offline": _("Without network"),
    "offline_ready": _("this page opens and takes deals"),
    "offline_not_ready": _("this page takes deals as long as it stays open (no https here)"),
    "fact_screen": _("Screen"),
    "screen_on": _("stays on"),
    "screen_off": _("may switch off by itself"),
    "fact_battery": _("Battery"),
    "fact_server": _("Server last answered"),
    "fact_version": _("Version"),
    "install": _("Install on this tablet"),
    "export": _("Export unsent"),
    "export_part": _("Deal {deal} ({part} of {parts})"),
    "export_hint": _(
        "An organiser scans this with a phone that is logged in, or takes over the text or the file. "
        "The deals stay here; nothing counts twice."
    ),
    "export_file": _("Save as a file"),
    "export_text": _("All of them as text"),
    "previous": _("Previous"),
    "next": _("Next"),
    "back": _("Back"),
}
NAMES = {
    "kinds": {
        "chow": _("Chow"),
        "pung": _("Pung"),
        "kong": _("Kong"),
        "pair": _("Pair"),
        "single": _("Single"),
        "knit": _("Knitted"),
    },
    "suits": {"B": _("Bamboos"), "C": _("Characters"), "D": _("Circles")},
    "sources": {
        "discard": _("Discard"),
        "last_discard": _("Last discard"),
        "robbed_kong": _("Robbed a kong"),
        "first_discard": _("East's first discard"),
        "wall": _("From the wall"),
        "loose_tile": _("Loose tile"),
        "last_wall": _("Last tile of the wall"),
        "dealt": _("First fourteen tiles"),
    },
    "flag_names": {
        "fishing": _("Declared fishing"),
        "original_call": _("Original call"),
        "twofold_fortune": _("Twofold fortune"),
        "short_hand": _("Short hand"),
        "long_hand": _("Long hand"),
        "dead_hand": _("Dead hand"),
    },
    "penalty_names": {
        "misnamed_discard": _("Misnamed discard"),
        "misnamed_discard_mahjong": _("Misnamed discard, wanted for mah-jong"),
        "false_mahjong": _("False mah-jong, nobody exposed tiles"),
        "false_mahjong_exposed": _("False mah-jong, others exposed tiles"),
        "wrong_claim": _("Wrong claim"),
        "cannon": _("Cannon"),
    },
    "shape_names": {
        "pairs": _("Seven pairs"),
        "wonders": _("Thirteen wonders"),
        "knitting": _("Knitting"),
        "triple_knitting": _("Triple knitting"),
        "snake": _("Wriggling snake"),
        "gates": _("Gates of Heaven"),
    },
}
PAIRING = {
    "paired": _("Paired with table {table}."),
    "pair_no_server": _("No server right now. Try again in a moment."),
    "code_short": _("The code has eight letters."),
}


def words() -> dict[str, Any]:
    """Translate the catalogue for the reader of the moment."""
    flat = {**BOARD, **STATES, **ENTRY, **REASONS, **PREVIEW, **LOG, **CONFIRM, **PANEL, **PAIRING}
    tables = {name: _translated(table) for name, table in NAMES.items()}
    return _translated(flat) | tables | {"specials": _translated(dict(scoring.SPECIAL_NAMES))}


def _translated(table: dict[str, str]) -> dict[str, str]:
    return {key: said(sentence) for key, sentence in table.items()}
