import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Line,
  read,
  spaced,
  turns,
  at,
  user,
  agent,
  said,
  call,
  result,
  failure,
  queue,
  attached,
  BARE,
  INTERRUPTED,
} from "../../../../test/claude-lines.ts";
import type { HumanTurn } from "../transcript.ts";
import { claudeCode } from "./claude-code.ts";

describe("what the agent did", () => {
  it("belongs to the next turn", () => {
    const lines = [
      said("First."),
      agent([{ type: "thinking", thinking: "hm", signature: "s" }]),
      agent([
        { type: "text", text: "Now." },
        { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } },
      ]),
      failure("r1", "t1", "Exit code 1"),
      call("t2", "Edit", { file_path: "a.ts", old_string: "a", new_string: "" }),
      result("r2", "t2", "done"),
      call("t3", "Write", { file_path: "b.ts", content: "b" }),
      call("t4", "MultiEdit", {
        file_path: "c.ts",
        edits: [
          { old_string: "1", new_string: "2" },
          { old_string: "3", new_string: "4" },
        ],
      }),
      call("t5", "Task", { prompt: "look" }),
      agent([{ type: "text", text: "Inside." }], { isSidechain: true }),
      agent([{ type: "text", text: "API Error" }], {
        message: { model: "<synthetic>", content: [{ type: "text", text: "API Error" }] },
      }),
      user("u1", "and now?"),
      said("Later."),
    ];
    for (const given of [lines, spaced(lines)]) {
      const [conversation] = read(given).conversations;
      expect(conversation?.turns[0]?.acts).toEqual([
        { kind: "said", text: "First." },
        { kind: "said", text: "Now." },
        { kind: "call", tool: "Bash", target: "npm test", result: "failed" },
        {
          kind: "call",
          tool: "Edit",
          target: "a.ts",
          result: "done",
          edit: { path: "a.ts", before: "a", after: "" },
        },
        { kind: "call", tool: "Write", target: "b.ts", result: "done", edit: { path: "b.ts", after: "b" } },
        {
          kind: "call",
          tool: "MultiEdit",
          target: "c.ts",
          result: "done",
          edit: { path: "c.ts", before: "1", after: "2" },
        },
        {
          kind: "call",
          tool: "MultiEdit",
          target: "c.ts",
          result: "done",
          edit: { path: "c.ts", before: "3", after: "4" },
        },
        { kind: "call", tool: "Task", result: "done" },
      ]);
      expect(conversation?.lastActs).toEqual([{ kind: "said", text: "Later." }]);
    }
  });

  it("was stopped just before a turn", () => {
    const lines = [
      said("one"),
      user("i1", INTERRUPTED),
      queue("enqueue", 1, "no"),
      queue("dequeue", 1),
      user("u1", "no"),
      user("u2", "yes"),
    ];
    expect(turns(lines).map(({ afterInterrupt }) => afterInterrupt)).toEqual([true, false]);
  });

  it("was not stopped just before if it went on", () => {
    const lines = [
      call("t1", "Agent"),
      failure("r1", "t1", "[Request interrupted by user for tool use]"),
      said("What now?"),
      user("u1", "go on"),
    ];
    expect(turns(lines)).toMatchObject([
      { afterInterrupt: false, acts: [{ result: "failed" }, { text: "What now?" }] },
    ]);
  });

  it("says where and with what", () => {
    const lines = [
      user("u1", "sort"),
      said("one"),
      user("u2", "more", { cwd: "/src/shop/web", version: "2.1.41" }),
    ];
    expect(read(lines).conversations[0]).toMatchObject({
      format: "claude-code",
      session: "5e55",
      folder: "/src/shop",
      model: "claude-x",
      version: "2.1.41",
    });
  });
});

describe("lines that are not understood", () => {
  it.each([
    { line: "{", why: "not a JSON object" },
    { line: "3", why: "not a JSON object" },
    { line: "null", why: "not a JSON object" },
    { line: '{"type":"progress","data":{"a":', why: "not a JSON object" },
    { line: "{}", why: "no type" },
    { line: '{"type":7}', why: "no type" },
    { line: '{"type":"trimmed","note":"x"}', why: "unknown type trimmed" },
    { line: '{"type":"user"}', why: "user line without content" },
    { line: '{"type":"user","message":{"content":5}}', why: "user line without content" },
    { line: '{"type":"assistant","message":null}', why: "assistant line without content" },
    { line: '{"type":"attachment"}', why: "attachment line without attachment" },
    { line: '{"type":"queue-operation","operation":"enqueue"}', why: "incomplete queue operation" },
  ])("$line is counted", ({ line, why }) => {
    expect(read(["", line, "  "])).toMatchObject({ lines: 3, unreadCount: 1, unread: [{ line: 2, why }] });
  });

  it("do not include a byte order mark", () => {
    expect(turns([`\uFEFF${JSON.stringify(user("u1", "sort"))}`])).toMatchObject([{ id: "u1" }]);
  });

  it("are only those with inherited keys of their own", () => {
    const line =
      '{"__proto__":{"type":"user"},"type":"user","message":{"__proto__":null,"content":[{"__proto__":1,"type":"text","text":"sort"}]}}';
    expect(turns([line])).toMatchObject([{ id: "L1", text: "sort" }]);
  });
});

const SESSION: readonly Line[] = [
  { type: "file-history-snapshot", messageId: "m", snapshot: {}, isSnapshotUpdate: false },
  user("u1", "list the goods – sorted"),
  said("Sorting."),
  call("t1", "Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }),
  result("r1", "t1", "done", { timestamp: at(2) }),
  queue("enqueue", 3, "also by name"),
  call("t2", "Bash", { command: "npm test" }),
  call("t3", "Bash", { command: "npm run lint" }),
  failure("u2", "t2", BARE, { timestamp: at(4) }),
  failure("u3", "t3", BARE, { timestamp: at(4) }),
  user("i1", INTERRUPTED, { timestamp: at(4) }),
  queue("dequeue", 5),
  user("u4", "also by name", { timestamp: at(5) }),
  queue("enqueue", 6, "and quickly"),
  queue("remove", 7),
  call("t4", "AskUserQuestion"),
  result("u5", "t4", 'User has answered your questions: "a"="b"', { timestamp: at(8) }),
  user("u6", "<command-name>/tidy</command-name><command-args>all</command-args>", { timestamp: at(9) }),
  attached("u7", { type: "queued_command", prompt: "good", commandMode: "prompt" }, { timestamp: at(10) }),
  said("Done."),
];
const ids = (found: readonly HumanTurn[]): readonly string[] => found.map(({ id }) => id);

describe("a session", () => {
  it("has its turns in order", () => {
    expect(ids(turns(SESSION))).toEqual(["u1", "u2", "u4", `Q:${at(6)}`, "u5", "u6", "u7"]);
  });

  it("is read alike with and without shortcuts", () => {
    expect(read(SESSION)).toEqual(read(spaced(SESSION)));
  });

  it("that was cut off loses the cut line only", () => {
    const bytes = Buffer.from(SESSION.map((line) => JSON.stringify(line)).join("\n"));
    const whole = turns(SESSION);
    const known = new Set(whole.flatMap(({ id, aliases }) => [id, ...aliases]));
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        const lines = bytes.subarray(0, length).toString().split("\n");
        const reading = read(lines);
        const found = reading.conversations.flatMap((conversation) => conversation.turns);
        expect(reading.unreadCount).toBeLessThanOrEqual(1);
        expect(ids(found).filter((id) => !known.has(id))).toEqual([]);
        expect(ids(found)).toEqual(
          expect.arrayContaining([...ids(whole.filter(({ line }) => line < lines.length))]),
        );
      }),
    );
  });

  it.each([
    { why: "with the same ids", copy: SESSION },
    {
      why: "with new ids",
      copy: SESSION.map((line) =>
        typeof line === "object" && "uuid" in line ? { ...line, uuid: `${String(line.uuid)}-copy` } : line,
      ),
    },
  ])("that was resumed adds no turns $why", ({ copy }) => {
    const [once, twice] = [turns(SESSION), turns([...SESSION, ...copy])];
    expect(twice.map((turn) => ({ ...turn, aliases: [] }))).toEqual(
      once.map((turn) => ({ ...turn, aliases: [] })),
    );
  });

  it("that was resumed tells what the agent did once", () => {
    const latest = turns([...SESSION, ...SESSION, said("New."), user("u9", "next")]).at(-1);
    expect(latest).toMatchObject({ id: "u9", acts: [{ text: "Done." }, { text: "New." }] });
  });
});

it("reads whatever comes", () => {
  const text = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    text,
    fc.constantFrom({ toString: 1 }, [{ toString: null }], [[]], { ["__proto__"]: { type: 3 } }, -0),
  );
  const broken = fc.tuple(fc.constantFrom(...SESSION), fc.nat(40), odd).map(([one, nth, value]) => {
    let visited = 0;
    return JSON.stringify(one, (_, old: unknown) => (visited++ === nth ? value : old));
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(broken, text), { maxLength: 30 }), (lines) => {
      expect(read(lines).lines).toBe(lines.length);
    }),
    { numRuns: 300 },
  );
});

describe("recognises", () => {
  const head = (lines: readonly Line[]): string =>
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

  it.each([
    { why: "a message", lines: [user("u1", "sort")] },
    { why: "a queue", lines: [queue("enqueue", 1, "sort")] },
    { why: "a snapshot and a cut line", lines: [SESSION[0]!, '{"parentUuid":null,"type":"us'] },
    { why: "one cut line", lines: [JSON.stringify(user("u1", "x".repeat(900))).slice(0, 500)] },
  ])("$why", ({ lines }) => {
    expect(claudeCode.recognises(head(lines), "a.txt")).toBe(true);
  });

  it.each([
    { why: "nothing", lines: [""] },
    { why: "Codex", lines: [{ timestamp: at(1), type: "session_meta", payload: { id: "5e55" } }] },
    { why: "Copilot", lines: [{ type: "user.message", data: { content: "sort" }, id: "e1" }] },
    { why: "Gemini", lines: [{ sessionId: "5e55", type: "user", id: "m1", content: "sort" }] },
    { why: "a quotation", lines: [{ text: JSON.stringify(user("u1", "sort")) }] },
  ])("not $why", ({ lines }) => {
    expect(claudeCode.recognises(head(lines), "5e55.jsonl")).toBe(false);
  });
});
