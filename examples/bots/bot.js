// A captain of Pirates in JavaScript: explores, sails to islands that nobody of his has explored, brings gold home.
// pirate-code play --fleet french-traders --fleet spanish-raiders --captain "cmd:node bot.js" --captain greedy
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let random; // a number from 0 to 1 that is the same in the same game
let pending; // the decision for which the table is awaited

function seeded(seed) {
  let state = Number(BigInt(seed) & 0xffffffffn);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const any = (options) => Math.floor(random() * options.length);

// Which option brings the subject nearest to where she wants to go.
function course(decision, table) {
  const ship = table.pieces[decision.subject];
  const loaded = table.pieces.some((piece) => piece.where === ship.piece && piece.kind === "treasure");
  const goals = table.pieces.filter(
    (piece) =>
      piece.kind === "island" && piece.pose !== null &&
      (loaded ? piece.home === decision.player : piece.home === null && !piece.explored_by.includes(decision.player)),
  );
  if (!ship.pose || goals.length === 0) return any(decision.options);
  const [x, y, heading] = ship.pose;
  const distance = ({ answer, refs = [] }) => {
    if (goals.some((goal) => refs.includes(goal.piece))) return -1;
    if (answer === "stop") return Infinity;
    const angle = ((heading + (answer.turn ?? 0)) * Math.PI) / 180;
    const there = [x + answer.length * Math.cos(angle), y + answer.length * Math.sin(angle)];
    return Math.min(...goals.map(({ pose }) => Math.hypot(pose[0] - there[0], pose[1] - there[1])));
  };
  const distances = decision.options.map(distance);
  return distances.indexOf(Math.min(...distances));
}

// A ship with gold aboard is at work at home, any other at islands that nobody of his has explored.
function turn({ options, player }, { pieces }) {
  const given = (action, wanted) =>
    options.findIndex(({ answer }) => answer?.give === action && wanted(pieces[answer.to]));
  const holds = (ship) => pieces.some((piece) => piece.where === ship.piece && piece.kind === "treasure");
  const at = (ship) => (ship.docked === null ? null : pieces[ship.docked]);
  const found = [
    given("explore_action", (ship) =>
      holds(ship) ? at(ship)?.home === player : at(ship)?.home === null && !at(ship).explored_by.includes(player)),
    given("move_action", () => true),
    given("repair_action", () => true),
  ].find((place) => place >= 0);
  return found ?? options.length - 1;
}

// Treasure goes ashore at home and aboard elsewhere; crew stay where they are.
function cargo({ options, player, subject }, { pieces }) {
  const home = pieces[pieces[subject].docked]?.home === player;
  const isTreasure = (number) => pieces[number]?.kind === "treasure";
  const found = options.findIndex(({ answer }) => isTreasure(home ? answer?.unload : answer?.load));
  return found >= 0 ? found : options.findIndex(({ answer }) => answer === null);
}

const LOOKED_AT = { cargo, course, turn };

function choose({ kind, event, options }) {
  if (kind === "agree") return options.findIndex(({ answer }) => answer === (event === "unload"));
  return any(options);
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "start") {
    random = seeded(message.seed);
    send({ protocol: 1 });
  } else if (message.type === "decide" && message.decision.kind in LOOKED_AT) {
    pending = message.decision;
    send({ id: message.id, look: true });
  } else if (message.type === "table") {
    send({ id: message.id, option: LOOKED_AT[pending.kind](pending, message.table) });
  } else if (message.type === "decide") {
    send({ id: message.id, option: choose(message.decision) });
  } else {
    break;
  }
}
process.exit(0);
