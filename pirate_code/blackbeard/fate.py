"""What befalls pirates: points, doubloons, hits, loyalty, mutiny, duels, and the ways out of the game."""

from __future__ import annotations

from pirate_code.blackbeard.decision import Kind, Option, Steps
from pirate_code.blackbeard.game import ActionOver, Game, Moment, Trigger
from pirate_code.blackbeard.state import Commissioner, Pirate, Revelry
from pirate_code.blackbeard.strength import crew, leader, own_speed

NET_WORTH_PER_POINT = 100
POINTS_RETIRED = 2  # for each point of notoriety
POINT_FOR_DAMAGE = 1  # of a hunter whose attack damaged a pirate


def score(game: Game, player: int, points: int, why: str, pirate: str | None = None) -> None:
    """Give a player victory points."""
    if points:
        game.state.players[player].points += points
        game.note("points", player=player, points=points, why=why, pirate=pirate)


# --- what a pirate has ------------------------------------------------------------------------------------


def shares(game: Game, pirate: Pirate, amount: int) -> list[tuple[Pirate, int]]:
    """An amount divided among allies; the one with the highest leadership has the odd one."""
    both = crew(game, pirate)
    half, odd = divmod(amount, len(both))
    first = leader(game, pirate)
    return [(one, half + (odd if one is first else 0)) for one in both]


def gain_notoriety(game: Game, pirate: Pirate, amount: int, why: str) -> None:
    """Notoriety of a pirate, divided among allies."""
    for one, part in shares(game, pirate, amount):
        if part:
            one.notoriety += part
            game.note("notoriety", pirate=one.id, amount=part, why=why)


def put_in_hold(game: Game, pirate: Pirate, hold: int, amount: int, why: str) -> None:
    """Doubloons into a hold (or out of it, below 0)."""
    if amount:
        pirate.holds[hold] += amount
        game.note("doubloons", pirate=pirate.id, amount=amount, why=why)


def load(game: Game, pirate: Pirate, amount: int, why: str) -> Steps[None]:
    """Load booty into an empty hold of each ally; if none is empty, one of his choice is emptied first."""
    for one, part in shares(game, pirate, amount):
        if not part:
            continue
        empty = [hold for hold, held in enumerate(one.holds) if not held]
        if empty:
            hold = empty[0]
        else:
            options = [Option(hold, f"hold {hold + 1}", value=held) for hold, held in enumerate(one.holds)]
            hold = yield from game.choose(one.player, Kind.HOLD, options, one.id, "empty")
            put_in_hold(game, one, hold, -one.holds[hold], "overboard")
        put_in_hold(game, one, hold, part, why)


def add_to_holds(game: Game, pirate: Pirate, amount: int, why: str) -> Steps[None]:
    """Add doubloons to a hold of the pirate's choice, which need not be empty."""
    for one, part in shares(game, pirate, amount):
        if part:
            options = [Option(hold, f"hold {hold + 1}", value=held) for hold, held in enumerate(one.holds)]
            hold = yield from game.choose(one.player, Kind.HOLD, options, one.id, "fill")
            put_in_hold(game, one, hold, part, why)


def take_from_holds(game: Game, pirate: Pirate, amount: int, why: str) -> Steps[None]:
    """Take doubloons out of holds, in the order that their owner chooses."""
    while amount > 0 and pirate.booty:
        full = [(hold, held) for hold, held in enumerate(pirate.holds) if held]
        options = [Option(hold, f"hold {hold + 1}", value=held) for hold, held in full]
        hold = yield from game.choose(pirate.player, Kind.HOLD, options, pirate.id, "give")
        part = min(amount, pirate.holds[hold])
        put_in_hold(game, pirate, hold, -part, why)
        amount -= part


def change_net_worth(game: Game, pirate: Pirate, amount: int, why: str) -> None:
    """Net worth of one pirate, up or down."""
    if amount:
        pirate.net_worth += amount
        game.note("net_worth", pirate=pirate.id, amount=amount, why=why)


def revel(game: Game, pirate: Pirate, how: Revelry) -> None:
    """Begin debauchery and revelry; what is involuntary stays so."""
    for one in crew(game, pirate):
        if one.revelry is Revelry.INVOLUNTARY:
            continue
        one.revelry, one.recovered = how, 0
        game.note("revelry", pirate=one.id, how=how.value)


# --- hits ---------------------------------------------------------------------------------------------------


def combat_hits(game: Game, pirate: Pirate, hits: int, why: str) -> Steps[None]:
    """Damage to combat, divided among allies; the player gives the odd hit to either."""
    both = crew(game, pirate)
    odd = None
    if len(both) > 1 and hits % 2:
        odd = yield from game.picks(pirate.player, Kind.SHARE, [one.id for one in both], pirate.id, "hit")
    parts = [(one, hits // len(both) + (one.id == odd)) for one in both]
    for one, part in sorted(parts, key=lambda pair: pair[0].id == game.state.turn.acting):
        track = game.ship(one).combat
        if not part:
            continue
        one.combat_hits += part
        game.note("hits", pirate=one.id, track="combat", hits=part, why=why)
        if one.combat_hits >= len(track):
            eliminate(game, one, "sunk")


def speed_hits(game: Game, pirate: Pirate, hits: int, why: str) -> Steps[None]:
    """Damage to speed, of both allies; each fall below 0 costs loyalty."""
    for one in sorted(crew(game, pirate), key=lambda one: one.id == game.state.turn.acting):
        for _ in range(hits):
            before = own_speed(game, one)
            one.speed_hits += 1
            game.note("hits", pirate=one.id, track="speed", hits=1, why=why)
            if one.speed_hits >= len(game.ship(one).speed):
                eliminate(game, one, "sunk")
                break
            if before >= 0 > own_speed(game, one):
                yield from change_loyalty(game, one, -1, "slow", allies=False)
                if one.id not in game.state.pirates:
                    break


# --- loyalty ------------------------------------------------------------------------------------------------


def change_loyalty(game: Game, pirate: Pirate, by: int, why: str, *, allies: bool = True) -> Steps[None]:
    """Loyalty of the crew, of both allies; at 0 there is a mutiny."""
    concerned = crew(game, pirate) if allies else [pirate]
    for one in sorted(concerned, key=lambda one: one.id == game.state.turn.acting):
        if one.id not in game.state.pirates:
            continue
        after = max(0, min(game.values.rules.loyalty.most, one.loyalty + by))
        changed, one.loyalty = after - one.loyalty, after
        if not changed:
            continue
        game.note("loyalty", pirate=one.id, by=changed, now=after, why=why)
        if changed < 0 and one.id == game.state.turn.acting:
            yield from game.respond(game, Moment(Trigger.LOYALTY, one))
        if one.loyalty == 0 and changed < 0 and one.id in game.state.pirates:
            yield from mutiny(game, one)


def mutiny(game: Game, pirate: Pirate) -> Steps[None]:
    """The crew rises: the pirate is eliminated, keeps the command with less loyalty, or nothing happens."""
    game.note("mutiny", pirate=pirate.id)
    break_alliance(game, pirate)
    result = yield from game.roll(1, "mutiny", pirate)
    leadership = game.card(pirate).leadership
    if result > leadership:
        yield from overthrow(game, pirate)
    elif result == leadership and pirate.loyalty > 1:
        yield from change_loyalty(game, pirate, -1, "mutiny")
    elif result == leadership and pirate.loyalty:
        pirate.loyalty = 0  # the mutiny of a crew without loyalty is the one that has just been rolled for
        game.note("loyalty", pirate=pirate.id, by=-1, now=0, why="mutiny")


def overthrow(game: Game, pirate: Pirate) -> Steps[None]:
    """The pirate is eliminated; another of his player takes the ship over, or she is lost."""
    player = game.state.players[pirate.player]
    if player.pirates:
        heir = yield from game.picks(pirate.player, Kind.PICK, list(player.pirates), pirate.id, "successor")
        player.pirates.remove(heir)
    elif game.state.pirate_deck:
        heir = game.state.pirate_deck.pop()
    else:
        eliminate(game, pirate, "mutiny")
        return
    take_over(game, pirate, heir, pirate.player, "mutiny")


def take_over(game: Game, pirate: Pirate, heir: str, player: int, why: str) -> None:
    """Another pirate has the ship and everything on it; what is the old one's own goes with him."""
    state = game.state
    new = Pirate(
        id=heir,
        player=player,
        place=pirate.place,
        ship=pirate.ship,
        loyalty=game.values.rules.loyalty.after_mutiny,
        cunning=game.card(heir).cunning,
        deployed=state.turn.number,
        speed_hits=pirate.speed_hits,
        combat_hits=pirate.combat_hits,
        scurvy=pirate.scurvy,
        guns=pirate.guns,
        revelry=pirate.revelry,
        recovered=pirate.recovered,
        hostages=list(pirate.hostages),
        holds=[0] * len(pirate.holds),
    )
    pirate.hostages = []
    state.pirates[heir] = new
    game.note("took_over", pirate=heir, player=player, from_pirate=pirate.id, place=new.place)
    for hold, amount in enumerate(list(pirate.holds)):
        put_in_hold(game, pirate, hold, -amount, "lost with the ship")
        put_in_hold(game, new, hold, amount, "taken with the ship")
    eliminate(game, pirate, why)


def fight_duel(game: Game, first: Pirate | str, second: Pirate) -> Steps[int]:
    """Each rolls as many dice as his duel rating; above 0 the first wins, below 0 the second."""
    challenger = first if isinstance(first, Pirate) else None
    one = yield from game.roll(game.card(first).duel, "duel", challenger)
    other = yield from game.roll(game.card(second).duel, "duel", second)
    name = first if isinstance(first, str) else first.id
    game.note("duel", first=name, second=second.id, result=[one, other])
    return one - other


# --- the ways out -------------------------------------------------------------------------------------------


def break_alliance(game: Game, pirate: Pirate) -> None:
    """Two allies go their own ways."""
    if pirate.ally is not None:
        other = game.state.pirates[pirate.ally]
        pirate.ally = other.ally = None
        game.note("alliance_broken", pirate=pirate.id, ally=other.id)


def eliminate(game: Game, pirate: Pirate, why: str, by: Commissioner | None = None) -> None:
    """A pirate is dead: his notoriety counts once, his net worth not at all; his action is over."""
    game.note("eliminated", pirate=pirate.id, player=pirate.player, why=why)
    score(game, pirate.player, pirate.notoriety, "notoriety", pirate.id)
    if by is not None:
        score(game, by.player, pirate.notoriety // 2, "commissioner", pirate.id)
    _leave(game, pirate, game.state.locker)


def retire(game: Game, pirate: Pirate, how: str) -> None:
    """A pirate leaves the sea with all he has: notoriety counts twice, and so does his net worth count."""
    game.note("retired", pirate=pirate.id, player=pirate.player, how=how)
    score(game, pirate.player, POINTS_RETIRED * pirate.notoriety, "notoriety", pirate.id)
    score(game, pirate.player, pirate.net_worth // NET_WORTH_PER_POINT, "net_worth", pirate.id)
    _leave(game, pirate, game.state.retired)


def _leave(game: Game, pirate: Pirate, box: list[str]) -> None:
    """Out of play, into one of the boxes for pirates; what is aboard goes back to its cups and piles."""
    state = game.state
    break_alliance(game, pirate)
    box.append(pirate.id)
    state.hostages += [captive.counter for captive in pirate.hostages]
    state.discard += pirate.kept
    del state.pirates[pirate.id]
    if state.turn.only == pirate.id:
        state.turn.only = None  # his remaining actions are open to the player's other pirates
    if state.turn.acting == pirate.id:
        raise ActionOver
