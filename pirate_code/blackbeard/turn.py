"""A turn: scurvy, drawing cards, merchants, announcing cards, and actions."""

from __future__ import annotations

from pirate_code.blackbeard import fate, harbours
from pirate_code.blackbeard.actions import table
from pirate_code.blackbeard.cards import playing
from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import Game, GameOver
from pirate_code.blackbeard.state import Turn

DISCARDS = 2  # cards at most that are discarded for an action each
RUNS = 2  # of the deck in a long game


def take(game: Game, player: int) -> Steps[None]:
    """One whole turn of a player."""
    state = game.state
    state.turn = Turn(state.turn.number + 1, player)
    if state.pardon is not None and state.pardon.player == player:
        state.pardon.begun = True
    game.calm()
    game.note("turn", number=state.turn.number, player=player)
    for pirate in state.of(player):
        if pirate.scurvy and pirate.id in state.pirates:
            yield from fate.change_loyalty(game, pirate, -1, "scurvy", allies=False)
    yield from draw(game, player)
    numbers = game.values.rules.merchants
    count = len(harbours.merchants_at_sea(game))
    if count < numbers.fewer_than:
        harbours.place_merchants(game, numbers.refill - count)
    if not state.turn.lost:
        yield from announce(game, player)
        yield from act(game, player)
    if state.pardon is not None and state.pardon.player == player and state.pardon.begun:
        state.pardon = None
        game.note("pardon_over", player=player)


# --- cards --------------------------------------------------------------------------------------------------


def draw(game: Game, player: int) -> Steps[None]:
    """Fill the hand one card at a time; some cards are resolved at once and replaced."""
    hand = game.state.players[player].hand
    while len(hand) < game.values.rules.hand:
        card = _next_card(game)
        if card is None:
            return
        if playing.is_immediate(game, card):
            yield from playing.resolve_drawn(game, player, card)
            hand = game.state.players[player].hand
        else:
            hand.append(card)


def _next_card(game: Game) -> str | None:
    """The top card of the deck; an empty deck is made anew, in a long game only once."""
    state = game.state
    if state.held_back and state.held_until and len(state.deck) <= state.held_until:
        state.deck += state.held_back
        state.held_back, state.held_until = [], 0
        state.dice.shuffle(state.deck)
    if not state.deck:
        state.runs += 1
        if state.length == "long" and state.runs >= RUNS:
            raise GameOver("The deck has run out for the second time.")
        state.deck, state.discard = state.discard + state.held_back, []
        state.held_back, state.held_until = [], 0
        state.dice.shuffle(state.deck)
        game.note("deck", cards=len(state.deck))
    return state.deck.pop() if state.deck else None


def announce(game: Game, player: int) -> Steps[None]:
    """Play one card at least: as events, and one for actions; who has none for actions discards up to two."""
    played, active, discarded = 0, False, 0
    while True:
        options = _announcements(game, player, active=active, discarded=discarded)
        if played or not options:
            options.append(Option(None, "done"))
        answer = yield from game.choose(player, Kind.CARD, options)
        if answer is None:
            return
        played += 1
        card, how = answer["card"], answer["as"]
        if how == "discard":
            discarded += 1
            game.state.players[player].hand.remove(card)
            game.state.discard.append(card)
            game.state.turn.actions += 1
            game.note("discarded", player=player)
        if how in {"actions", "both"}:
            active = True
            yield from _for_actions(game, player, card)
        if how in {"event", "both"}:
            yield from playing.play_own(game, player, card)
        elif how == "actions":
            game.state.players[player].hand.remove(card)
            game.state.discard.append(card)


def _announcements(game: Game, player: int, *, active: bool, discarded: int) -> list[Option]:
    hand = sorted(set(game.state.players[player].hand))
    events = playing.playable(game, player)
    found = [_announcement(card, "event") for card in events]
    for_actions = [card for card in hand if _gives_actions(game, player, card)]
    if not active and not discarded:
        found += [_announcement(card, "actions") for card in for_actions]
        found += [
            _announcement(card, "both")
            for card in for_actions
            if card in events and game.values.events[card].together
        ]
    if not active and discarded < DISCARDS and (discarded or not for_actions):
        found += [_announcement(card, "discard") for card in hand]
    return found


def _announcement(card: str, how: str) -> Option:
    return Option({"card": card, "as": how}, f"{card} as {how}", (card,))


def _gives_actions(game: Game, player: int, card: str) -> bool:
    values = game.values.events[card]
    return values.actions > 0 or (values.initiative and bool(game.state.of(player)))


def _for_actions(game: Game, player: int, card: str) -> Steps[None]:
    """The actions of a card: its number, or the initiative of one pirate for him alone."""
    values, turn = game.values.events[card], game.state.turn
    if values.initiative:
        names = [pirate.id for pirate in game.state.of(player)]
        turn.only = yield from game.picks(player, Kind.PICK, names, event=card)
        turn.actions += game.card(turn.only).initiative
    else:
        turn.actions += values.actions
    game.note("actions", player=player, card=card, count=turn.actions, pirate=turn.only)


# --- actions ------------------------------------------------------------------------------------------------


def act(game: Game, player: int) -> Steps[None]:
    """Spend the actions of the turn, one after the other."""
    while game.state.turn.actions > 0:
        options = table.options(game, player)
        if not options:
            return
        options.append(Option(None, "done"))
        answer = yield from game.choose(player, Kind.ACTION, options)
        if answer is None:
            return
        yield from table.perform(game, player, answer)
