import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let emend: Emend;
let check: RuleCheck;
beforeEach(async () => {
  emend = composeEmend(testPorts(await openSqliteStore({ file: ":memory:" })));
  const rule = await ruleFromCode(emend);
  [check] = (await emend.checks.draftMissing([rule.id])) as [RuleCheck];
});
afterEach(() => emend.close());

const FILES = [
  { path: "src/a.js", text: "const a = 1;\nconst b = parseInt(a);\n" },
  { path: "src/b.ts", text: "use(parseInt(q));\nuse(parseInt(q, 10));" },
  { path: "src/c.py", text: "parseInt(x)\n" },
  { path: "notes.md", text: "parseInt(x)\n" },
];

describe("a check that is tried on files", () => {
  it("lists its hits with their rate, and keeps them to be judged", async () => {
    const tried = await emend.checks.tryOn(check, { files: FILES, checkedIn: "command" });
    expect(tried).toMatchObject({ files: 2, lines: 4, hits: 2, per_thousand_lines: 500 });
    expect(tried.items.map(({ path, line, code, verdict }) => [path, line, code, verdict])).toEqual([
      ["src/a.js", 2, "const b = parseInt(a);", null],
      ["src/b.ts", 1, "use(parseInt(q));", null],
    ]);
    const by = person("ana");
    const [first] = tried.items;
    const judged = await emend.checks.judge(first!.id, { verdict: "wrong", reason: "a test", by });
    expect(judged).toMatchObject({ ok: true, value: { verdict: "wrong", judged_by: "ana" } });
    const again = await emend.checks.tryOn(check, { files: FILES, checkedIn: "command" });
    expect(again.items.map(({ verdict }) => verdict)).toEqual(["wrong", null]);
    const [described] = await emend.checks.describe([check]);
    expect(described!.figures).toMatchObject({ files: 4, fired: 2, wrong: 1, right: 0, caught: 0 });
  });

  it("takes verdicts of people on hits that exist", async () => {
    const by = person("ana");
    const { items } = await emend.checks.tryOn(check, { files: FILES, checkedIn: "command" });
    const judge = async (id: string, verdict: "right" | "overridden", who = by) => {
      const judged = await emend.checks.judge(id, { verdict, by: who });
      return judged.ok ? "judged" : judged.error.code;
    };
    expect(await judge("hi_none", "right")).toBe("hit_not_found");
    expect(await judge(items[0]!.id, "overridden")).toBe("hit_reason_required");
    expect(await judge(items[0]!.id, "right", { id: "rio", trust: "reviewer_bot" })).toBe("not_a_person");
    expect(await judge(items[0]!.id, "right")).toBe("judged");
  });
});
