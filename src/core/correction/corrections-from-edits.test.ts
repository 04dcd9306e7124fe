import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommitRow, pastCommits, shaOf, START } from "../../../test/past-commits.ts";
import type { AgentAct, AgentEdit, Conversation, HumanTurn } from "../transcript/transcript.ts";
import { MAX_EDIT } from "../transcript/transcript.ts";
import { correctionsFromEdits } from "./corrections-from-edits.ts";
import type { PastCorrection } from "./past-correction.ts";

const ROOT = "/home/ada/shop";
const PATH = "src/basket.ts";
const WRITTEN = [
  "export function total(items: readonly Item[]): number {",
  "  let sum = 0;",
  "  for (const item of items) sum = sum + item.price;",
  "  return sum;",
  "}",
].join("\n");
const REWRITTEN = WRITTEN.replace("sum = sum + item.price", "sum += item.price * item.count");

const hour = (at: number): string => new Date(START + at * 3_600_000).toISOString();
const call = (edit: AgentEdit | undefined, more: Partial<AgentAct & { kind: "call" }> = {}): AgentAct => ({
  kind: "call",
  tool: edit === undefined ? "Bash" : "Edit",
  result: "done",
  ...(edit === undefined ? {} : { edit }),
  ...more,
});
const edit = (after: string, before?: string, path = `${ROOT}/${PATH}`): AgentAct =>
  call({ path, after, ...(before === undefined ? {} : { before }) });
const turn = (at: number, acts: readonly AgentAct[] = []): HumanTurn => ({
  id: `t${at}`,
  aliases: [],
  line: at + 1,
  time: hour(at),
  source: "message",
  text: "go on",
  afterInterrupt: false,
  hasImage: false,
  acts,
});
const talk = (lastActs: readonly AgentAct[], more: Partial<Conversation> = {}): Conversation => ({
  format: "claude-code",
  session: "5e55",
  folder: ROOT,
  turns: [turn(0)],
  lastActs,
  ...more,
});
const committed = (text: string, row: CommitRow = {}): CommitRow => ({
  at: 2,
  says: "Add a total\n\nIt counts.",
  files: { [PATH]: [["", text]] },
  ...row,
});
const find = (
  conversations: readonly Conversation[],
  rows: readonly CommitRow[],
): readonly PastCorrection[] =>
  correctionsFromEdits(conversations, pastCommits(rows), {
    project: "shop",
    roots: [ROOT, "/home/ada/tree"],
  });

describe("a person's changes of what an agent wrote", () => {
  it("are the lines as written and as committed", () => {
    expect(find([talk([edit(WRITTEN)])], [committed(REWRITTEN)])).toEqual([
      {
        id: `edit:claude-code:5e55:${shaOf(0)}:${PATH}:3`,
        found: "commit",
        kind: "rewritten",
        remark: "Add a total\n\nIt counts.",
        outcome: "landed",
        before: "  for (const item of items) sum = sum + item.price;",
        after: "  for (const item of items) sum += item.price * item.count;",
        author: "Ada",
        agent: "claude-code",
        project: "shop",
        session: "5e55",
        path: PATH,
        time: hour(2),
        rework: 0,
        origin: { commit: shaOf(0), line: 3 },
      },
    ]);
  });

  it.each<{ why: string; conversations: readonly Conversation[] }>([
    { why: "by a relative path", conversations: [talk([edit(WRITTEN, undefined, PATH)])] },
    {
      why: "in a work tree",
      conversations: [
        talk([edit(WRITTEN, undefined, `/home/ada/tree/${PATH}`)], { folder: "/home/ada/tree" }),
      ],
    },
    {
      why: "in another clone",
      conversations: [talk([edit(WRITTEN, undefined, `/src/shop/${PATH}`)], { folder: "/src/shop" })],
    },
    {
      why: "on Windows",
      conversations: [talk([edit(WRITTEN, undefined, "D:\\shop\\src\\basket.ts")], { folder: "D:\\shop" })],
    },
    {
      why: "after an earlier version of its own",
      conversations: [
        talk([edit(WRITTEN.replace("sum + ", "sum - ")), edit(WRITTEN, WRITTEN.replace("sum + ", "sum - "))]),
      ],
    },
    {
      why: "before the person spoke again",
      conversations: [talk([], { turns: [turn(0), turn(1, [edit(WRITTEN)])] })],
    },
    {
      why: "beside a command that reads",
      conversations: [talk([edit(WRITTEN), call(undefined, { target: `cat ${PATH} 2>&1` })])],
    },
  ])("are found $why", ({ conversations }) => {
    expect(find(conversations, [committed(REWRITTEN)])).toHaveLength(1);
  });

  const line = "  for (const item of items) sum = sum + item.price;";
  const fresh = "  for (const item of items) sum += item.price * item.count;";
  it.each<{ why: string; conversations: readonly Conversation[]; rows?: readonly CommitRow[] }>([
    { why: "nothing changed", conversations: [talk([edit(WRITTEN)])], rows: [committed(WRITTEN)] },
    {
      why: "a formatter changed it",
      conversations: [talk([edit(WRITTEN)])],
      rows: [committed(WRITTEN.replace("  for", "\tfor").replace(") sum", ")\n    sum"))],
    },
    { why: "the agent changed it later", conversations: [talk([edit(WRITTEN), edit(fresh, line)])] },
    {
      why: "the agent changed a part of the line",
      conversations: [talk([edit(WRITTEN), edit("+= item.price * item.count", "= sum + item.price")])],
    },
    { why: "the agent wrote the file again", conversations: [talk([edit(WRITTEN), edit(REWRITTEN)])] },
    {
      why: "another conversation changed it",
      conversations: [
        talk([edit(WRITTEN)]),
        talk([edit(fresh, line)], { session: "other", turns: [turn(1)] }),
      ],
    },
    {
      why: "the edit failed",
      conversations: [talk([call({ path: PATH, after: WRITTEN }, { result: "failed" })])],
    },
    {
      why: "the edit was refused",
      conversations: [talk([call({ path: PATH, after: WRITTEN }, { result: "refused" })])],
    },
    {
      why: "a command may have changed it",
      conversations: [talk([edit(WRITTEN), call(undefined, { target: `sed -i s/a/b/ ${PATH}` })])],
    },
    {
      why: "a subagent may have changed it",
      conversations: [talk([edit(WRITTEN), call(undefined, { tool: "Task", target: "tidy" })])],
    },
    {
      why: "edits are not kept",
      conversations: [
        talk([], {
          turns: [turn(0), turn(1, [edit(WRITTEN)]), turn(1.5)],
          cutEdits: [{ path: `${ROOT}/${PATH}`, turn: 2 }],
        }),
      ],
    },
    {
      why: "the text was cut",
      conversations: [talk([edit(`${WRITTEN}\n${"x".repeat(MAX_EDIT)}`.slice(0, MAX_EDIT))])],
    },
    {
      why: "an agent committed it",
      conversations: [talk([edit(WRITTEN)])],
      rows: [committed(REWRITTEN, { says: "Add\n\nCo-Authored-By: Claude <noreply@anthropic.com>" })],
    },
    {
      why: "it was committed days later",
      conversations: [talk([edit(WRITTEN)])],
      rows: [committed(REWRITTEN, { at: 24 * 4 })],
    },
    {
      why: "it was committed before",
      conversations: [talk([edit(WRITTEN)])],
      rows: [committed(REWRITTEN, { at: -1 })],
    },
    {
      why: "something else was committed",
      conversations: [talk([edit(WRITTEN)])],
      rows: [committed("const other = thing();\nconst more = things();")],
    },
    {
      why: "the path leads out",
      conversations: [talk([edit(WRITTEN, undefined, `${ROOT}/../other/${PATH}`)])],
    },
    {
      why: "a secret was taken out",
      conversations: [talk([edit(WRITTEN.replace("item.price", "REDACTED"))])],
    },
    { why: "nobody says when", conversations: [talk([edit(WRITTEN)], { turns: [] })] },
  ])("are none if $why", ({ conversations, rows = [committed(REWRITTEN)] }) => {
    expect(find(conversations, rows)).toEqual([]);
  });

  it("keep no secret", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const secret = WRITTEN.replace("item.price", `item.price("${key}")`);
    const found = find([talk([edit(secret)])], [committed(REWRITTEN)]);
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain("ghp_");
  });

  const text = fc.oneof(fc.constantFrom(WRITTEN, REWRITTEN, "", "\r\n"), fc.string());
  const act = fc.oneof(
    fc
      .record({ path: fc.constantFrom(PATH, `${ROOT}/${PATH}`, "../x", "", "\0"), after: text })
      .map((one) => call(one)),
    fc.record({ path: fc.constant(PATH), after: text, before: text }).map((one) => call(one)),
    fc.string().map((target) => call(undefined, { target })),
  );
  it("throw for nothing, and have ids of their own", () => {
    const conversation = fc
      .tuple(fc.array(act), fc.array(act))
      .map(([acts, last]) => talk(last, { turns: [turn(0), turn(1, acts)] }));
    fc.assert(
      fc.property(
        fc.array(conversation, { maxLength: 3 }),
        fc.array(text, { maxLength: 4 }),
        (conversations, texts) => {
          const found = find(
            conversations,
            texts.map((one, at) => committed(one, { at: at + 1 })),
          );
          expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
          for (const { before, after } of found) expect(before).not.toBe(after);
        },
      ),
      { numRuns: 200 },
    );
  });
});
