import assert from "node:assert/strict";
import { test } from "node:test";
import { contextAt, keysBeside, Words } from "../../src/cadogan/web/static/completion.js";

/** A schema with every form that occurs in the schema for definitions. */
const SCHEMA = {
  $defs: {
    take: {
      description: "What may be lifted.",
      oneOf: [
        { const: "any card", description: "Every card." },
        { const: "top card", description: "The last card." },
        { const: "whole pile" },
      ],
    },
    group: {
      type: "object",
      properties: {
        piles: { type: "integer", description: "How many." },
        take: { $ref: "#/$defs/take" },
        times: { anyOf: [{ enum: ["unlimited"] }, { type: "integer" }], description: "How often." },
        placed: { type: "boolean" },
        // either one table or an array of tables
        later: {
          anyOf: [
            { type: "array", items: { $ref: "#/$defs/later" } },
            { $ref: "#/$defs/later", description: "What changes." },
          ],
        },
        to: { type: "array", items: { enum: ["tableau", "waste"] } },
      },
      additionalProperties: { $ref: "#/$defs/group" },
    },
    later: { type: "object", properties: { when: {}, take: { $ref: "#/$defs/take" } } },
  },
  type: "object",
  properties: {
    family: { type: "string", description: "The shelf; ``Spider`` for instance." },
    face: { type: "string" },
    tableau: { $ref: "#/$defs/group" },
    waste: { $ref: "#/$defs/group" },
  },
};
const words = new Words(SCHEMA);

/** Return the suggestions at a caret, which | marks. @param {string} marked */
function offered(marked) {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const context = contextAt(text, caret);
  return context ? words.suggest(context, keysBeside(text, caret)) : [];
}

for (const [text, ...found] of [
  ["fa|", "family", "face"],
  ["amil|", "family"],
  ["family|"], // the key is complete
  ['family = "x"\nfa|', "face"], // a key that the text already has is not suggested
  ["[ta|", "tableau"],
  ["[tableau.l|", "later"],
  ["[tableau]\npi|", "piles"],
  ["[tableau.left]\npi|", "piles"], // a named group has the keys of its kind
  ["tableau.ta|", "take"],
  ['[tableau]\ntake = "top|', "top card"],
  ['[tableau]\ntake = "card|', "any card", "top card"], // any word may match
  ["[tableau]\ntake = 't|", "top card"],
  ["[tableau]\ntimes = |", "unlimited"],
  ["[tableau]\nplaced = |", "true", "false"],
  ['[tableau]\nplaced = "|'], // `true` is a Boolean, so it is not suggested inside quotes
  ['[tableau]\nto = ["tableau", "w|', "waste"],
  ["[tableau]\nlater = { wh|", "when"],
  ['[tableau]\nlater = { when = "x", ta|', "take"],
  ['[tableau]\nlater = { take = "wh|', "whole pile"],
  ['[tableau]\nlater = [{ take = "wh|', "whole pile"],
  ["# fa|"],
  ['family = "fa|'],
  ['[tableau]\ntake = "top card"|'],
  ["[tableau]\ntake = 3 # t|"],
  ["nothing = { x|"],
])
  test(`at ${JSON.stringify(text)} there is ${found.join(", ") || "nothing"}`, () =>
    assert.deepEqual(
      offered(text).map(({ word }) => word),
      found,
    ));

for (const [text, insert] of [
  ["tab|", "[tableau]"],
  ["[tab|", "tableau]"],
  ["[tableau]\npil|", "piles = "],
  ['[tableau]\ntake = "any|', 'any card"'],
  ["[tableau]\ntake = any|", '"any card"'],
  ["[tableau]\nplaced = t|", "true"],
])
  test(`at ${JSON.stringify(text)} the choice writes ${insert}`, () =>
    assert.equal(offered(text)[0].insert, insert));

test("keys and phrases have their meaning", () => {
  assert.equal(words.meaning(["family"]), "The shelf; Spider for instance");
  assert.equal(words.meaning(["tableau", "take"]), "What may be lifted");
  assert.equal(words.meaning(["tableau", "later"]), "What changes");
  assert.equal(words.meaning(["tableau", "mine"], false), "", "a name that a person gave");
  assert.equal(words.phrase(["tableau", "take"], "top card"), "The last card");
  assert.equal(words.phrase(["tableau", "take"], "whole pile"), "");
});

test("the keys of a table are those between its header and the next", () => {
  const text = "a = 1\n[t]\nb = 1\nc = 2\n[u]\nd = 3";
  assert.deepEqual([...keysBeside(text, text.indexOf("b"))], ["c"]);
  assert.deepEqual([...keysBeside(text, text.indexOf("d"))], []);
});
