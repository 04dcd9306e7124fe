import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { answerOf, decided, makeSubmission } from "../../../test/contract/make-submission.ts";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { person, WRITER } from "../../../test/examples/example-rule.ts";
import { type WrittenRepository, writeRepository } from "../../../test/past-repository.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

const LIMITS = { commits: 100, skip: 0, seconds: 60 };

let past: WrittenRepository;
let emend: Emend;
beforeEach(async () => {
  past = writeRepository();
  emend = composeEmend(
    testPorts(await openSqliteStore({ file: ":memory:" }), { repository: async () => past }),
  );
});
afterEach(async () => {
  await emend.close();
  past.remove();
});

/** A proposal about `parseInt` without a radix, with a check. */
async function proposed() {
  const rule = await ruleFromCode(emend, { isActive: false });
  const made = await emend.checks.draft(rule.id, { by: WRITER });
  if (!made.ok) throw new Error(made.error.message);
  return { id: rule.id, check: made.value.check };
}
async function accept(n: number, output: string): Promise<string> {
  const submission = makeSubmission(n, { output, files: ["src/any.js"] });
  await emend.store.submissions.submit(submission);
  await emend.store.submissions.decide(decided(submission, answerOf("ana", { decision: "approved" })));
  return submission.id;
}

describe("a replay of a check", () => {
  it("names every correction and accepted piece of work that it would have fired on", async () => {
    const { id, check } = await proposed();
    await ruleFromCode(emend, {
      text: "Name the size.",
      from: 20,
      corrections: [
        { path: "src/size.js", before: "let a = parseInt(b);", after: "let size = parseInt(b);" },
      ],
    });
    const work = await accept(1, "const ok = parseInt(text, 10);\nexport const size = parseInt(text);\n");
    await accept(2, "const ok = 1;\n");
    const replay = await emend.rules.replay(id);
    expect(replay).toMatchObject({ rule_id: id, version: 1, newest_only: [] });
    const [one] = replay!.checks;
    expect(one).toMatchObject({
      check_id: check.id,
      language: "javascript",
      corrected: { tried: 4, hit: 4, own: 3 },
      mended: { tried: 4, hit: 1 },
      accepted: { tried: 2, hit: 1 },
      history: null,
      is_too_slow: false,
    });
    expect(one!.accepted.cases).toMatchObject([
      { found_in: "submission", id: work, line: 2, code: "export const size = parseInt(text);" },
    ]);
    expect(one!.corrected.cases.map(({ own, path }) => [own, path])[0]).toEqual([false, "src/size.js"]);
    expect(one!.mended.cases).toMatchObject([{ code: "let size = parseInt(b);", own: false }]);
  });

  it("replays nothing that is newer than the time it is asked for", async () => {
    const { id } = await proposed();
    await accept(1, "parseInt(text)");
    const replay = await emend.rules.replay(id, { until: "2020-01-01T00:00:00.000Z" });
    expect(replay!.checks[0]).toMatchObject({
      corrected: { tried: 0, hit: 0, own: 0 },
      accepted: { tried: 0 },
    });
  });
});

describe("a replay over a repository's history", () => {
  it("fires on the lines that a commit added, in the file as the commit left it", async () => {
    const { id } = await proposed();
    const first = past.commit("Add", {
      "src/a.js": "// parseInt(\nconst a = parseInt(\n  text);\nconst b = 1;\n",
      "notes.md": "parseInt(x)\n",
      "src/with space ü.js": "parseInt(q);\n",
    });
    past.commit("Elsewhere", { "src/a.js": "// parseInt(\nconst a = parseInt(\n  text);\nconst b = 2;\n" });
    const last = past.commit("Again", { "src/b.js": "use(parseInt(port));\n", "lib/c.py": "int(x)\n" });
    past.git("rm", "--quiet", "src/b.js");
    past.commit("Remove it", {});
    const { checks } = (await emend.rules.replay(id, { history: LIMITS }))!;
    expect(checks[0]!.history).toMatchObject({
      commits: 4,
      commits_hit: 2,
      files: 4,
      lines: 7,
      hits: 3,
      stopped: null,
      next: null,
      left_out: 0,
    });
    expect(checks[0]!.history!.cases.map(({ id: sha, path, line, code }) => [sha, path, line, code])).toEqual(
      [
        [last, "src/b.js", 1, "use(parseInt(port));"],
        [first, "src/a.js", 2, "const a = parseInt("],
        [first, "src/with space ü.js", 1, "parseInt(q);"],
      ],
    );
  });

  it("says where it stopped, and goes on from there", async () => {
    const { id } = await proposed();
    for (const n of [1, 2, 3]) past.commit(`${n}`, { [`src/${n}.js`]: `parseInt(n${n});\n` });
    const part = async (skip: number) =>
      (await emend.rules.replay(id, { history: { commits: 2, skip, seconds: 60 } }))!.checks[0]!.history!;
    expect(await part(0)).toMatchObject({ commits: 2, hits: 2, stopped: "commits", next: 2 });
    expect(await part(2)).toMatchObject({
      commits: 1,
      hits: 1,
      stopped: null,
      next: null,
      cases: [{ path: "src/1.js" }],
    });
  });

  it("stops between commits when its time is over", async () => {
    const { id } = await proposed();
    for (const n of [1, 2]) past.commit(`${n}`, { [`src/${n}.js`]: `parseInt(n${n});\n` });
    let seconds = 0;
    const late = composeEmend(
      testPorts(emend.store, {
        repository: async () => past,
        now: () => new Date(Date.UTC(2030, 0, 1) + 70_000 * seconds++).toISOString(),
      }),
    );
    const { checks } = (await late.rules.replay(id, { history: LIMITS }))!;
    expect(checks[0]!.history).toMatchObject({ commits: 1, hits: 1, stopped: "time", next: 1 });
  });

  it("stays within the files of the rule", async () => {
    const rule = await ruleFromCode(emend, { isActive: false });
    const modified = await emend.rules.modify(rule.id, { by: person("ana"), version: 1, paths: ["lib/**"] });
    if (!modified.ok) throw new Error(modified.error.message);
    await emend.checks.draft(rule.id, { by: WRITER });
    past.commit("Add", { "src/a.js": "parseInt(a);\n", "lib/a.js": "parseInt(a);\n" });
    const { checks } = (await emend.rules.replay(rule.id, { history: LIMITS }))!;
    expect(checks).toHaveLength(1);
    expect(checks[0]!.history).toMatchObject({ files: 1, hits: 1, cases: [{ path: "lib/a.js" }] });
  });
});

describe("a replay of a rule in words", () => {
  it("says which past remarks the judge finds covered, and which approvals speak against it", async () => {
    const said = [
      "Set an explicit timeout on every outbound HTTP call.",
      "Please set an explicit timeout on this outbound HTTP call.",
      "Rename this variable to something readable.",
    ];
    const records = said.map((comment, n) =>
      makeFeedback(60 + n, { comment, author: { id: "ana", trust: "person" }, outcome: "rejected" }),
    );
    await emend.store.feedback.record([
      ...records,
      makeFeedback(70, {
        outcome: "approved",
        comment: "Do not set an explicit timeout on every outbound HTTP call; the export may hang.",
        author: { id: "tomas", trust: "person" },
      }),
    ]);
    await emend.feedback.evaluate(records.map(({ id }) => id));
    const made = await emend.rules.propose({
      by: WRITER,
      rule: {
        text: "Set an explicit timeout on every outbound HTTP call.",
        type: "guideline",
        reason: "",
        scope: { agents: [records[0]!.agent!], paths: [] },
        insertion_point: "learned_rules",
      },
    });
    if (!made.ok) throw new Error(made.error.message);
    const { words, checks } = (await emend.rules.replay(made.value.id))!;
    expect(checks).toEqual([]);
    expect(words).toMatchObject({ tried: 3, covered: 2, against: 1 });
    expect(new Set(words!.remarks.map(({ feedback_id }) => feedback_id))).toEqual(
      new Set([records[0]!.id, records[1]!.id]),
    );
    expect(words!.contradictions[0]).toMatchObject({ said: expect.stringContaining("Do not set") });
  });

  it("answers nothing for a rule that does not exist", async () => {
    expect(await emend.rules.replay("ru_0")).toBeUndefined();
  });
});
