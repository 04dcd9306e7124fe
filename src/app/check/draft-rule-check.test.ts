import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { composeEmend, type Emend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import { decided, answerOf, makeSubmission } from "../../../test/contract/make-submission.ts";
import { RADIX, ruleFromCode } from "../../../test/corrected-rule.ts";
import { person, WRITER } from "../../../test/examples/example-rule.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { parseCheck, type Check } from "../../core/check/check.ts";

let emend: Emend;
beforeEach(async () => {
  emend = composeEmend(testPorts(await openSqliteStore({ file: ":memory:" })));
});
afterEach(() => emend.close());

const accept = async (output: string, path = "src/any.js"): Promise<string> => {
  const submission = makeSubmission(1, { output, files: [path] });
  await emend.store.submissions.submit(submission);
  await emend.store.submissions.decide(decided(submission, answerOf("ana", { decision: "approved" })));
  return submission.id;
};
const pattern = (text: string): Check =>
  parseCheck({ kind: "structure", language: "javascript", rule: { pattern: text } })!;
const refusal = (made: Awaited<ReturnType<Emend["checks"]["draft"]>>) => {
  if (made.ok) throw new Error("drafted");
  return { objections: [], ...made.error };
};

describe("a check drafted from the corrections of a rule", () => {
  it("finds each correction and what people made of none, and waits for people", async () => {
    const rule = await ruleFromCode(emend);
    const made = await emend.checks.draft(rule.id, { by: WRITER });
    if (!made.ok) throw new Error(made.error.message);
    const { check } = made.value;
    expect(check).toMatchObject({ rule_id: rule.id, state: "drafted", pending: 1, running: null });
    expect(check.versions[0]).toMatchObject({
      check: { kind: "structure", language: "javascript" },
      trial: { before: { tried: 3, hit: 3 }, after: { tried: 3, hit: 0 }, tree: null },
      proposed_by: WRITER,
    });
    expect(check.versions[0]!.examples.map(({ isHit }) => isHit)).toEqual([true, true, true]);
    expect(await emend.store.checks.find(check.id)).toEqual(check);
    expect((await emend.checks.describe([check]))[0]).toMatchObject({
      rule: { text: "Pass the radix to parseInt.", status: "active" },
      figures: { fired: 0 },
      approval: { required: 2, given: 0 },
    });
  });

  it("is refused, with the cases, if it finds work that people accepted", async () => {
    const rule = await ruleFromCode(emend);
    const id = await accept("export const size = parseInt(text);\n");
    const made = refusal(await emend.checks.draft(rule.id, { by: WRITER }));
    expect(made).toMatchObject({
      code: "check_refused",
      objections: [{ code: "hits_accepted", cases: [id] }],
    });
    expect(made.message).toContain("1 of 1 pieces of work that people accepted");
    expect(await emend.store.checks.ofRules([rule.id])).toEqual([]);
  });

  it("is refused if it finds code that people corrected for another reason", async () => {
    const rule = await ruleFromCode(emend);
    await ruleFromCode(emend, {
      text: "Name the size of a row.",
      from: 50,
      corrections: [
        { path: "a.js", before: "let a = parseInt(b);", after: "let size = parseInt(b);" },
        { path: "b.js", before: "let q = 1;", after: "let size = 1;" },
      ],
    });
    expect(refusal(await emend.checks.draft(rule.id, { by: WRITER }))).toMatchObject({
      code: "check_refused",
      objections: [{ code: "hits_others" }],
    });
  });

  it("takes no code in other languages as a reason, and reads only what a submission leaves", async () => {
    const rule = await ruleFromCode(emend);
    await accept("parseInt(text)", "notes.py");
    const diff = "--- a/x.js\n+++ b/x.js\n@@ -1,2 +1,2 @@\n-parseInt(a)\n+parseInt(a, 2)\n b()\n";
    const submission = makeSubmission(2, { output: diff, format: "diff" });
    await emend.store.submissions.submit(submission);
    await emend.store.submissions.decide(decided(submission, answerOf("ana", { decision: "approved" })));
    const made = await emend.checks.draft(rule.id, { by: WRITER });
    expect(made.ok && made.value.tried.trial.accepted).toEqual({ tried: 1, hit: 0 });
  });

  it("says what is missing if there is nothing to make it from", async () => {
    const one = await ruleFromCode(emend, { corrections: RADIX.slice(0, 1) });
    expect(refusal(await emend.checks.draft(one.id, { by: WRITER }))).toMatchObject({
      code: "too_few_corrections",
      message: expect.stringContaining("only 1 of the rule's corrections has code before and after"),
    });
    const odd = await ruleFromCode(emend, {
      text: "Be kind.",
      from: 20,
      corrections: [
        { path: "a.js", before: "a(1);", after: "b(2);" },
        { path: "b.js", before: "if (x) { return 'y'; }", after: "class Q {}" },
      ],
    });
    expect(refusal(await emend.checks.draft(odd.id, { by: WRITER })).code).toBe("no_check_found");
    expect(refusal(await emend.checks.draft("ru_none", { by: WRITER })).code).toBe("rule_not_found");
    await emend.rules.decide(odd.id, { type: "retire", by: person("ana"), reason: "No." });
    expect(refusal(await emend.checks.draft(odd.id, { by: WRITER })).code).toBe("rule_has_ended");
  });
});

describe("a person's own check", () => {
  it("passes the same gate, and may miss some of the corrections", async () => {
    const rule = await ruleFromCode(emend);
    const by = person("ana");
    const wide = refusal(await emend.checks.draft(rule.id, { by, check: pattern("parseInt($$$A)") }));
    expect(wide.objections).toMatchObject([
      { code: "hits_after", message: expect.stringContaining("3 of the rule's 3 corrections") },
    ]);
    const wrong = refusal(await emend.checks.draft(rule.id, { by, check: pattern("parseFloat($A)") }));
    expect(wrong.objections).toMatchObject([{ code: "misses_corrections", cases: expect.any(Array) }]);
    const narrow = parseCheck({
      kind: "structure",
      language: "javascript",
      rule: { any: [{ pattern: "parseInt(text)" }, { pattern: "parseInt(row.size)" }] },
    })!;
    const made = await emend.checks.draft(rule.id, { by, check: narrow, note: "only these two" });
    if (!made.ok) throw new Error(made.error.message);
    expect(made.value.check.versions[0]).toMatchObject({
      note: "only these two",
      trial: { before: { tried: 3, hit: 2 } },
    });
    expect(made.value.check.versions[0]!.examples.filter(({ isHit }) => !isHit)).toHaveLength(1);
    expect(refusal(await emend.checks.draft(rule.id, { by, check: narrow })).code).toBe("same_check");
  });

  it("may be about a rule without corrections", async () => {
    const rule = await ruleFromCode(emend, { corrections: [], text: "Never promise a date." });
    const check = parseCheck({ kind: "text", tokens: ["will", "be", "ready", "by"] })!;
    const made = await emend.checks.draft(rule.id, { by: person("ana"), check });
    expect(made.ok && made.value.check.state).toBe("drafted");
  });
});

describe("checks of rules that have none", () => {
  it("are drafted once, by Emend", async () => {
    const rule = await ruleFromCode(emend, { isActive: false });
    const bare = await ruleFromCode(emend, { corrections: [], text: "Be kind.", from: 30 });
    const drafted = await emend.checks.draftMissing([rule.id, bare.id, rule.id, "ru_none"]);
    expect(drafted.map(({ rule_id }) => rule_id)).toEqual([rule.id]);
    expect(drafted[0]!.versions[0]!.proposed_by).toMatchObject({ id: "emend", trust: "tool" });
    await emend.checks.decide(drafted[0]!.id, { type: "retire", by: person("ana"), reason: "Noisy." });
    expect(await emend.checks.draftMissing([rule.id])).toEqual([]);
  });
});

describe("deciding about a check", () => {
  it("lets it tell agents something only while its rule is in force", async () => {
    const rule = await ruleFromCode(emend, { isActive: false });
    const [check] = await emend.checks.draftMissing([rule.id]);
    const by = person("ana");
    for (const id of ["ana", "ben"]) {
      expect((await emend.checks.decide(check!.id, { type: "approve", by: person(id), version: 1 })).ok).toBe(
        true,
      );
    }
    const early = await emend.checks.decide(check!.id, { type: "nudge", by, version: 1 });
    expect(early).toMatchObject({ ok: false, error: { code: "not_in_force" } });
    for (const id of ["ana", "ben"])
      await emend.rules.decide(rule.id, { type: "approve", by: person(id), version: 1 });
    expect(await emend.checks.decide(check!.id, { type: "nudge", by, version: 1 })).toMatchObject({
      ok: true,
      value: { state: "nudging" },
    });
    const stale = emend.checks.decide(check!.id, { type: "watch", by, version: 1 }, { revision: 1 });
    await expect(stale).rejects.toMatchObject({ code: "revision_changed" });
  });

  it("loses no approval when two people approve at once", async () => {
    const rule = await ruleFromCode(emend);
    const [check] = await emend.checks.draftMissing([rule.id]);
    await Promise.all(
      ["ana", "ben"].map((id) =>
        emend.checks.decide(check!.id, { type: "approve", by: person(id), version: 1 }),
      ),
    );
    expect(await emend.checks.find(check!.id)).toMatchObject({ state: "watching", running: 1, revision: 3 });
  });
});
