// A small engine in JavaScript that speaks the protocol of docs/protocol.md. It answers one question, `arrange`: the least
// deadwood of a hand. Try it:  ginrules verify "node docs/examples/my_engine.mjs"
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const RANKS = "A23456789TJQK";
const WORDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

// Every run and set that the rules allow and that this hand holds, as lists of cards.
export function melds(hand, rules) {
  const held = new Set(hand);
  const found = [];
  const ring = rules["melds.ace"] === "round-the-corner" ? 26 : rules["melds.ace"] === "high-or-low" ? 14 : 13;
  const longest = rules["melds.run-max"] ?? 13;
  for (const suit of "cdhs") {
    const seen = new Set();
    for (let first = 0; first < 13; first++) {
      const run = [];
      for (let place = first; place < ring && run.length < Math.min(longest, 13); place++) {
        const card = RANKS[place % 13] + suit;
        if (!held.has(card)) break;
        run.push(card);
        const key = [...run].sort().join();
        if (run.length >= rules["melds.run-min"] && !seen.has(key)) found.push([...run]);
        seen.add(key);
      }
    }
  }
  for (const rank of RANKS) {
    const same = [..."cdhs"].map((suit) => rank + suit).filter((card) => held.has(card));
    const sets = same.length === 4 ? [same, ...same.map((left) => same.filter((card) => card !== left))] : [same];
    found.push(...sets.filter((set) => set.length >= rules["melds.set-min"] && set.length <= rules["melds.set-max"]));
  }
  return found;
}

export function arrange({ rules, hand }) {
  const points = (cards) => cards.reduce((sum, card) => sum + rules["deck.values"][WORDS[RANKS.indexOf(card[0])]], 0);
  const search = (cards, choices) => {
    let best = { deadwood: points(cards), melds: [] };
    choices.forEach((meld, place) => {
      const rest = cards.filter((card) => !meld.includes(card));
      const below = search(rest, choices.slice(place + 1).filter((other) => !other.some((card) => meld.includes(card))));
      if (below.deadwood < best.deadwood) best = { deadwood: below.deadwood, melds: [meld, ...below.melds] };
    });
    return best;
  };
  return search(hand, melds(hand, rules));
}

const METHODS = {
  // `rules` says which values it can play: here any value of the rules of melds, and no jokers, as in the standard game.
  initialize: () => ({
    protocol: 1,
    engine: { name: "my-engine", version: "1", language: "js" },
    methods: ["arrange"],
    rules: Object.fromEntries(["deck.values", "melds.ace", "melds.run-max", "melds.run-min", "melds.set-max", "melds.set-min"].map((rule) => [rule, true])),
  }),
  arrange,
  shutdown: () => ({}),
};

export function serve(methods) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = methods[method] ? { result: methods[method](params) } : { error: { code: -32601, message: `no method ${method}` } };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\n");
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) serve(METHODS);
