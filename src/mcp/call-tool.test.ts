import { makeDocument } from "../../test/make-round.ts";
import { recordRound } from "../app/iteration/record-round.ts";
import { ProtocolErrorCode } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ERAS, type McpSession, openMcp } from "../../test/mcp-session.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { StoreError } from "../ports/errors.ts";
import { testPorts } from "../../test/test-ports.ts";
import { composeEmend, type Emend } from "../compose.ts";
import type { Store } from "../ports/store.ts";

let store: Store;
let session: McpSession;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await session.close();
  await store.close();
});

const BAD: readonly (readonly [
  why: string,
  tool: string,
  args: Record<string, unknown>,
  expected: string,
])[] = [
  ["a list is asked for", "rules_for_files", { files: "a.ts" }, "files: "],
  ["a name has a length", "rules_for_files", { agent: "x".repeat(300) }, "agent: "],
  ["an empty name is none", "rules_for_files", { run: "  " }, "run: "],
  ["files are what it is about", "my_mistakes_here", {}, "files: "],
  ["no file is none", "my_mistakes_here", { files: [] }, "files: "],
  ["a place in a list is named", "my_mistakes_here", { files: ["a.ts", 3] }, "files[1]: "],
  ["words are what it is about", "record_feedback", {}, "comment: "],
  ["blank words say nothing", "record_feedback", { comment: " \n" }, "comment: "],
  ["lines begin at 1", "record_feedback", { comment: "x", line: 0 }, "line: "],
  ["a severity is one of four", "record_feedback", { comment: "x", severity: "huge" }, "severity: "],
  ["nobody gives themselves trust", "record_feedback", { comment: "x", trust: "person" }, 'unknown "trust"'],
  ["nobody speaks as another", "record_feedback", { comment: "x", author: "ada" }, 'unknown "author"'],
  ["an outcome is one of three", "report_outcome", { run: "r", outcome: "great" }, "outcome: "],
  ["an outcome is of a run", "report_outcome", { outcome: "approved" }, "run: "],
  ["a review is text", "check_review", { raw: {}, changed_files: [] }, "raw: "],
  ["a review is of a change", "check_review", { raw: "{}" }, "changed_files: "],
  ["a comment is text", "lint_feedback", { text: 7 }, "text: "],
  ["a prompt must fit an answer", "refine_prompt", { prompt: "x".repeat(100_001), feedback: "" }, "prompt: "],
  ["misspelled arguments are told", "lint_feedback", { text: "x", txt: "y" }, "expected text"],
];

describe("arguments that cannot work are a result that says what was expected, so that a model can mend them", () => {
  it.each(BAD)("%s: %s", async (_why, tool, args, expected) => {
    session = await openMcp(store);
    expect(await session.call(tool, args)).toEqual({
      isError: true,
      structured: {},
      text: expect.stringContaining(expected),
    });
    expect((await session.call(tool, args)).text).toMatch(/ \[invalid_arguments\]$/);
    expect(session.reports).toEqual([]);
    expect((await store.feedback.list({ limit: 1 })).items).toEqual([]);
  });

  it.each(ERAS)("%s: an unknown tool is a protocol error, since no arguments would mend it", async (era) => {
    session = await openMcp(store, {}, era);
    await expect(session.client.callTool({ name: "\u001B[2Jrm", arguments: {} })).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
      message: expect.stringMatching(/^there is no tool .*u001b.*: expected one of rules_for_files, /),
      data: { code: "unknown_tool" },
    });
    const bad = await session.call("lint_feedback", {});
    expect(bad).toMatchObject({ isError: true, text: expect.stringContaining("[invalid_arguments]") });
    expect((await session.call("lint_feedback", { text: "Hm." })).structured).toMatchObject({
      kind: "comment",
    });
  });

  it.each([
    ["record_feedback", { comment: "x".repeat(1_000_001) }],
    ["report_outcome", { run: "r", outcome: "approved", comment: "\u{1F600}".repeat(260_000) }],
    ["check_review", { raw: "[".repeat(1_000_001), changed_files: [] }],
    ["lint_feedback", { text: "consider ".repeat(120_000) }],
    ["refine_prompt", { prompt: "Do it.", feedback: "Error ".repeat(200_000) }],
  ])("%s: more than 1 MB is refused", async (tool, args) => {
    session = await openMcp(store);
    expect(await session.call(tool, args)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/at most 1000000 bytes .*\[invalid_arguments\]$/),
    });
  });

  it("an unknown agent is asked for", async () => {
    session = await openMcp(store, { agent: null });
    for (const [tool, args] of [
      ["rules_for_files", {}],
      ["my_mistakes_here", { files: ["a.ts"] }],
      ["record_feedback", { comment: "x" }],
      ["report_outcome", { run: "r", outcome: "approved" }],
    ] as const) {
      expect((await session.call(tool, args)).text).toMatch(
        /^agent: expected your name .*\[invalid_arguments\]$/,
      );
    }
  });

  it("reports the first of many problems, and how many more there are", async () => {
    session = await openMcp(store);
    const files = Array.from({ length: 30 }, () => "\u001B".repeat(2_000));
    const { text } = await session.call("my_mistakes_here", { files });
    expect(text).toMatch(/^files\[0\]: .*; and 22 more \[invalid_arguments\]$/);
  });
});

describe("where only the own agent is reached", () => {
  const CALLS = [
    ["rules_for_files", {}],
    ["rules_for_files", { run: "r-1" }],
    ["my_mistakes_here", { files: ["a.ts"] }],
    ["check_these_files", { files: [{ path: "a.ts", text: "a == b;" }] }],
    ["record_feedback", { comment: "x" }],
    ["report_outcome", { run: "r", outcome: "approved" }],
    ["record_iteration", { task: "T-1", document: makeDocument(1) }],
    ["iteration_history", { task: "T-0" }],
    ["refine_prompt", { prompt: "Parse it.", feedback: "TypeError: x is not a function" }],
  ] as const;

  beforeEach(async () => {
    const learning = () => Promise.reject(new Error("words are enough here"));
    const record = recordRound({
      iterations: store.iterations,
      learning,
      now: () => new Date().toISOString(),
    });
    await record({ task: "T-0", agent: "rio", document: makeDocument(1), by: "ana" });
  });

  it.each(CALLS)("%s refuses another agent's name, and changes nothing: %j", async (tool, args) => {
    session = await openMcp(store, { ownAgentOnly: true });
    expect(await session.call(tool, { ...args, agent: "mia" })).toMatchObject({
      isError: true,
      text: 'agent: expected "rio", the owner of this token, or no name [other_agent]',
    });
    expect((await store.feedback.list({ limit: 1 })).items).toEqual([]);
    expect((await store.refinements.list({ limit: 1 })).items).toEqual([]);
    expect((await store.iterations.list({ agent: "mia", limit: 1 })).items).toEqual([]);
    expect(await store.rules.findInjection("r-1", "mia")).toBeUndefined();
  });

  it.each(CALLS)("%s takes the own name, given or not: %j", async (tool, args) => {
    session = await openMcp(store, { ownAgentOnly: true });
    expect((await session.call(tool, args)).isError).toBe(false);
    expect((await session.call(tool, { ...args, agent: "rio" })).isError).toBe(false);
  });

  it("every tool that takes an agent is in this table", async () => {
    session = await openMcp(store);
    const { tools } = await session.client.listTools();
    const named = tools.filter(({ inputSchema }) =>
      Object.keys(inputSchema.properties ?? {}).includes("agent"),
    );
    expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(named.map(({ name }) => name)));
  });
});

describe("a store that fails is a result, and the server goes on", () => {
  const fault = new StoreError("store_locked", "another process holds the store; try again in a moment");
  const failing = (): Promise<never> => Promise.reject(fault);

  it.each([
    ["rules_for_files", {}, { rules: { inForce: failing } }],
    ["rules_for_files", { run: "r-1" }, { rules: { recordInjection: failing } }],
    ["my_mistakes_here", { files: ["a.ts"] }, { feedback: { list: failing } }],
    ["my_mistakes_here", { files: ["a.ts"] }, { clusters: { membershipsOf: failing } }],
    ["record_feedback", { comment: "x" }, { feedback: { record: failing } }],
    ["report_outcome", { run: "r", outcome: "rejected" }, { feedback: { record: failing } }],
  ])("%s in the middle: %j", async (tool, args, broken) => {
    const parts = broken as Partial<Record<keyof Store, object>>;
    session = await openMcp({
      ...store,
      rules: { ...store.rules, ...parts.rules },
      feedback: { ...store.feedback, ...parts.feedback },
      clusters: { ...store.clusters, ...parts.clusters },
    });
    const answer = await session.call(tool, args);
    expect(answer).toMatchObject({ isError: true, text: `${fault.message} [store_locked]` });
    expect(session.reports).toEqual([`${tool}: ${fault.message} [store_locked]`]);
    expect((await session.call("lint_feedback", { text: "Hm." })).isError).toBe(false);
  });

  it("a store that cannot be opened, and can a moment later", async () => {
    let tries = 0;
    const find = async (): Promise<Emend> =>
      (tries += 1) === 1 ? failing() : composeEmend(testPorts(store));
    session = await openMcp(store, { emend: { find, create: find } });
    expect((await session.call("rules_for_files")).isError).toBe(true);
    expect((await session.call("rules_for_files")).isError).toBe(false);
  });

  it("a bug of ours tells the caller nothing of the inside", async () => {
    const bug = (): Promise<never> => Promise.reject(new TypeError("secret is undefined"));
    session = await openMcp(store, { emend: { find: bug, create: bug } });
    const answer = await session.call("rules_for_files");
    expect(answer.isError).toBe(true);
    expect(answer.text).toBe(
      "Emend failed; this is not your mistake. Continue without this answer. [internal_error]",
    );
    expect(session.reports.join("\n")).toContain("secret is undefined");
  });
});
