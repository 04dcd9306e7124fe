import { describe, expect, it } from "vitest";
import { type AgentAct, MAX_ACTS } from "../transcript.ts";
import {
  editsOf,
  insideOf,
  keyAfterPlainValues,
  plainValuesBefore,
  TurnLog,
  withoutClientParts,
} from "./json-lines.ts";

describe("the first key after plain values", () => {
  const before = plainValuesBefore("type", "message");

  it.each([
    { line: '{"type":"user"}', key: "type" },
    { line: '{"a":null,"b":"D:\\\\x \\"type\\":\\"y\\"","c":true,"message":{}}', key: "message" },
    { line: '{"a":{"type":"x"},"type":"user"}', key: "a" },
    { line: '{"a":"x"}', key: "a" },
    { line: '{"a":3,"type":"x"}', key: "a" },
    { line: `{"a":"${"x".repeat(5_000)}","type":"x"}`, key: "a" },
    { line: '{ "type":"x"}', key: undefined },
    { line: '["type"]', key: undefined },
    { line: "", key: undefined },
  ])("of $line", ({ line, key }) => {
    const at = keyAfterPlainValues(line, before);
    expect(at === -1 ? undefined : line.slice(at, line.indexOf('"', at))).toBe(key);
  });
});

describe("client parts", () => {
  it("are taken off in a time that does not grow with their square", () => {
    const many = "<system-reminder>x</system-reminder>".repeat(100_000);
    expect(withoutClientParts(`${many} sort ${many}`)).toBe("sort");
  });

  it.each([
    { text: "sort </system-reminder>", left: "sort </system-reminder>" },
    { text: "<ide_selection>x</ide_selection> sort", left: "sort" },
    { text: "<div>sort</div>", left: "<div>sort</div>" },
  ])("of $text", ({ text, left }) => {
    expect(withoutClientParts(text)).toBe(left);
  });
});

it("finds what a tag holds", () => {
  expect(insideOf("<a> x </a>", "a")).toBe("x");
  expect(insideOf("</a><a>", "a")).toBeUndefined();
});

it.each([
  { input: { old_string: "a", new_string: "" }, edits: [{ path: "p", before: "a", after: "" }] },
  { input: { content: "" }, edits: [{ path: "p", after: "" }] },
  { input: { edits: [{ old_str: "a", new_str: "b" }, 7] }, edits: [{ path: "p", before: "a", after: "b" }] },
  { input: { old_string: "a", new_string: 7 }, edits: [] },
  { input: null, edits: [] },
])("reads the edits of $input", ({ input, edits }) => {
  expect(editsOf("p", input)).toEqual(edits);
  expect(editsOf(undefined, input)).toEqual([]);
});

describe("a log of turns", () => {
  const turn = (id: string, text = id): Parameters<TurnLog["turn"]>[0] => ({
    id,
    line: 1,
    source: "message",
    text,
    time: id,
  });

  it("keeps the latest acts of a stretch", () => {
    const log = new TurnLog("codex", "a.jsonl");
    for (let nth = 0; nth < MAX_ACTS + 5; nth += 1) log.said(String(nth));
    log.turn(turn("t1"));
    const [first] = log.finish();
    expect(first?.turns[0]?.acts).toHaveLength(MAX_ACTS);
    expect(first?.turns[0]?.acts[0]).toEqual({ kind: "said", text: "5" });
  });

  it("keeps the files of edits that are not kept", () => {
    const log = new TurnLog("claude-code", "a.jsonl");
    const edit = (path: string): AgentAct => ({
      kind: "call",
      tool: "Edit",
      result: "done",
      edit: { path, after: "x" },
    });
    log.turn({ id: "u1", line: 1, source: "message", text: "sort" });
    for (const path of ["a.ts", "a.ts", "b.ts"]) log.call(`call ${path}`, [edit(path)]);
    for (let nth = 0; nth < MAX_ACTS - 1; nth += 1) log.said(String(nth));
    log.turn({ id: "u2", line: 2, source: "message", text: "again" });
    log.call("last", [edit("c.ts")]);
    for (let nth = 0; nth < MAX_ACTS; nth += 1) log.said(String(nth));
    const [first] = log.finish();
    expect(first?.cutEdits).toEqual([
      { path: "a.ts", turn: 1 },
      { path: "c.ts", turn: 2 },
    ]);
  });

  it("does not wait for ever", () => {
    const log = new TurnLog("codex", "a.jsonl");
    log.turn(turn("queued"), { waiting: true });
    for (let nth = 0; nth < 250; nth += 1) log.turn(turn(`t${nth}`));
    expect(log.waiting()).toEqual([]);
    expect(log.finish()[0]?.turns).toHaveLength(251);
  });

  it("settles a call until its turn is past", () => {
    const log = new TurnLog("codex", "a.jsonl");
    log.call("c1", [{ kind: "call", tool: "x", result: "done" }]);
    log.turn(turn("t1"));
    log.settle("c1", "failed");
    log.settle("unknown", "failed");
    log.turn(turn("t2"));
    expect(log.knows("c1")).toBe(false);
    expect(log.finish()[0]?.turns[0]?.acts).toMatchObject([{ result: "failed" }]);
  });
});
