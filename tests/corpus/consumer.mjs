// A consumer of the exported corpus in sixty lines, and the engine that it embeds: one that never splits four of a kind.
//   node consumer.mjs DIR     its verdicts over an export, {"scenario in column": "pass" or "fail" or "unsupported"}
//   node consumer.mjs         the same engine over the protocol, for `ginrules verify`
import { readFileSync } from "node:fs"; import { createInterface } from "node:readline";
const RANKS = "A23456789TJQK"; const value = (card, rules) => rules["deck.values"][card[0] === "T" ? "10" : card[0]];
const points = (cards, rules) => cards.reduce((sum, card) => sum + value(card, rules), 0);
function melds(hand, rules) {
  const found = [];
  const places = { low: 13, "high-or-low": 14, "round-the-corner": 25 }[rules["melds.ace"]];
  for (const suit of "cdhs")
    for (let first = 0; first < 13; first++)
      for (let last = first; last < places && last < first + Math.min(13, rules["melds.run-max"] ?? 13); last++) {
        const run = Array.from({ length: last - first + 1 }, (_, step) => RANKS[(first + step) % 13] + suit);
        if (!run.every((card) => hand.includes(card))) break;
        if (run.length >= rules["melds.run-min"]) found.push(run);
      }
  for (const rank of RANKS) {
    const set = hand.filter((card) => card[0] === rank); // the slip: three of four are a set too
    if (set.length >= rules["melds.set-min"] && set.length <= rules["melds.set-max"]) found.push(set);
  }
  return found;
}
function arrange({ hand, rules }) {
  const search = (cards, choices) =>
    choices.reduce((best, meld, place) => {
      const apart = choices.slice(place + 1).filter((other) => !other.some((card) => meld.includes(card)));
      const below = search(cards.filter((card) => !meld.includes(card)), apart);
      return below.deadwood < best.deadwood ? { deadwood: below.deadwood, melds: [meld, ...below.melds] } : best;
    }, { deadwood: points(cards, rules), melds: [] });
  return search(hand, melds(hand, rules));
}
const spread = (list) => JSON.stringify(list.map((meld) => [...meld].sort()).sort());
function legal({ hand, rules }, answer) {
  const used = answer.melds.flat();
  const left = hand.filter((card) => !used.includes(card));
  return new Set(used).size === used.length && used.every((card) => hand.includes(card)) && points(left, rules) === answer.deadwood;
}
function verdict({ question, expect, rules }) {
  if (question.method !== "arrange" || rules.includes("deck.jokers") || question.params.hand.includes("*")) return "unsupported";
  const answer = arrange(question.params); const right = Object.entries(expect).every(([fact, wanted]) => (fact === "melds" ? spread(answer.melds) === spread(wanted) : answer[fact] === wanted));
  return right && legal(question.params, answer) ? "pass" : "fail";
}
const read = (name) => JSON.parse(readFileSync(`${process.argv[2]}/${name}`, "utf8"));
if (process.argv[2]) {
  const verdicts = {};
  for (const { name } of read("manifest.json").files)
    for (const record of read(name)) {
      const key = `${record.id} in ${record.column}`;
      if ((verdicts[key] ?? "pass") === "pass") verdicts[key] = verdict(record); // the first part that does not pass decides
    }
  console.log(JSON.stringify(verdicts));
} else {
  const rules = Object.fromEntries(["deck.values", "melds.ace", "melds.run-max", "melds.run-min", "melds.set-max", "melds.set-min"].map((rule) => [rule, true]));
  const methods = { initialize: () => ({ protocol: 1, engine: { name: "never-splits", version: "1", language: "js" }, methods: ["arrange"], rules }), arrange, shutdown: () => ({}) };
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const reply = methods[method] ? { result: methods[method](params) } : { error: { code: -32601, message: "no such method" } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
  });
}
