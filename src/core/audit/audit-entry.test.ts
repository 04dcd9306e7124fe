import { describe, expect, it } from "vitest";
import { type AuditAct, GENESIS, sealEntry } from "./audit-entry.ts";
import { namesPerson, openEntry } from "./erasure-act.ts";

const ACT: AuditAct = {
  actor: "ana",
  action: "rule.approved",
  subject: "rule-1",
  detail: { z: [1, { people: ["ben"], b: "x" }], a: null, gone: undefined },
};
const SEAL = { after: GENESIS, time: "2026-03-01T10:00:00.000Z", salt: "s" };
const seal = (change: Partial<AuditAct> = {}) =>
  sealEntry({ ...ACT, ...change }, SEAL, (text) => `<${text}>`);

describe("sealing an act", () => {
  it("spells it in one way, whatever the order of its keys", () => {
    expect(seal()).toMatchInlineSnapshot(`
      {
        "action": "rule.approved",
        "body": "{"actor":"ana","detail":{"a":null,"z":[1,{"b":"x","people":["ben"]}]}}",
        "body_hash": "<["s","{\\"actor\\":\\"ana\\",\\"detail\\":{\\"a\\":null,\\"z\\":[1,{\\"b\\":\\"x\\",\\"people\\":[\\"ben\\"]}]}}"]>",
        "hash": "<["emend.audit.1",1,"2026-03-01T10:00:00.000Z","rule.approved","rule-1","<[\\"s\\",\\"{\\\\\\"actor\\\\\\":\\\\\\"ana\\\\\\",\\\\\\"detail\\\\\\":{\\\\\\"a\\\\\\":null,\\\\\\"z\\\\\\":[1,{\\\\\\"b\\\\\\":\\\\\\"x\\\\\\",\\\\\\"people\\\\\\":[\\\\\\"ben\\\\\\"]}]}}\\"]>","0000000000000000000000000000000000000000000000000000000000000000"]>",
        "previous": "0000000000000000000000000000000000000000000000000000000000000000",
        "salt": "s",
        "seq": 1,
        "subject": "rule-1",
        "time": "2026-03-01T10:00:00.000Z",
      }
    `);
    expect(seal({ detail: { a: null, z: [1, { b: "x", people: ["ben"] }] } })).toEqual(seal());
  });

  it.each([
    ["a detail that is too long", { detail: { text: "x".repeat(70_000) } }],
    ["a detail that is too deep", { detail: { a: [[[[[[[[[]]]]]]]]] } }],
    ["a detail that JSON cannot write", { detail: { big: 1n } }],
    ["no action", { action: "" }],
    ["a long subject", { subject: "x".repeat(5_000) }],
  ])("refuses %s", (_why, change) => {
    expect(() => seal(change)).toThrow(RangeError);
  });
});

describe("opening an entry", () => {
  it.each([
    ["kept", {}, { actor: "ana", detail: { a: null, z: [1, { b: "x", people: ["ben"] }] } }],
    ["erased", { body: null, salt: null }, {}],
    ["unreadable", { body: "{" }, {}],
    ["unreadable", { body: null }, {}],
    ["unreadable", { body: "[]" }, {}],
    ["unreadable", { body: '{"actor":1,"detail":{}}' }, {}],
    ["unreadable", { body: '{"actor":"ana","detail":[]}' }, {}],
  ])("reads it as %s with %j", (state, change, said) => {
    const { time, action, subject, seq, hash } = seal();
    expect(openEntry({ ...seal(), ...change })).toEqual({ state, seq, time, action, subject, hash, ...said });
  });
});

describe("namesPerson", () => {
  it.each([
    { person: "ana", named: true, why: "she acted" },
    { person: "ben", named: true, why: "he is a value of the detail, however deep" },
    { person: "an", named: false, why: "a part of a name is another name" },
    { person: "people", named: false, why: "a key is no person" },
    { person: 'q"ana', named: false, why: "quotes are part of a name" },
    { person: "", named: false, why: "nobody is nobody" },
  ])("$person: $named, since $why", ({ person, named }) => {
    expect(namesPerson(seal().body ?? "", person)).toBe(named);
  });

  it("finds names of any characters", () => {
    for (const actor of ['q"ana', "\u0000\u2028", "\uD800", "名前", "a\\"]) {
      expect(namesPerson(seal({ actor }).body ?? "", actor)).toBe(true);
      expect(namesPerson(seal({ actor: `${actor}2` }).body ?? "", actor)).toBe(false);
    }
  });

  it("bears a body that somebody nested deeper than the stack", () => {
    const deep = `{"actor":"ben","detail":{"a":${"[".repeat(5_000)}"ana"${"]".repeat(5_000)}}}`;
    expect(namesPerson(deep, "ana")).toBe(true);
  });
});
