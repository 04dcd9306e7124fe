import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { aFinding, anAnswer } from "../review-answer.ts";
import { runCli } from "../run-cli.ts";

const CHANGED = "src/api/session.ts\n";
const minor = aFinding({ id: "F2", severity: "info" });
const critical = (differs: Record<string, unknown>): Record<string, unknown> =>
  aFinding({ severity: "critical", ...differs });
const json = (answer: unknown): string => JSON.stringify(answer);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-gate-"));
  writeFileSync(join(cwd, "changed.txt"), CHANGED);
});

const check = (stdin: string, ...args: readonly string[]) =>
  runCli(["review", "check", "--changed-files", "changed.txt", "--fail-on", "critical", ...args], {
    stdin,
    cwd,
  });

interface Checked {
  readonly result: { readonly findings: readonly { readonly id: string }[] };
  readonly diagnostics: readonly Record<string, unknown>[];
  readonly verdict: { readonly passes: boolean; readonly failures: readonly { readonly reason: string }[] };
}

describe("--fail-on with a finding that only its form spoils", () => {
  it.each([
    {
      why: "null for an optional field",
      finding: critical({ suggestion: null, end_line: null, confidence: null, rule_id: null }),
      reason: "null_optional",
      paths: ["end_line", "suggestion", "confidence", "rule_id"],
    },
    {
      why: "capital letters in enums",
      finding: critical({ severity: "Critical", category: "SECURITY", confidence: "High" }),
      reason: "letter_case",
      paths: ["severity", "category", "confidence"],
    },
    {
      why: "keys that a finding does not have",
      finding: critical({ column: 7, cwe: "CWE-89" }),
      reason: "unknown_key_dropped",
      paths: ["column", "cwe"],
    },
  ])("15.22 keeps it, says what was mended and fails: $why", async ({ finding, reason, paths }) => {
    const run = await check(json(anAnswer([finding, minor])), "--json");
    expect(run.code).toBe(1);
    const { result, diagnostics, verdict } = JSON.parse(run.stdout) as Checked;
    expect(result.findings.map(({ id }) => id)).toEqual(["F1", "F2"]);
    expect(diagnostics).toEqual(
      paths.map((path) =>
        expect.objectContaining({
          kind: "coercion_applied",
          reason,
          path: `findings[0].${path}`,
          finding_id: "F1",
        }),
      ),
    );
    expect(verdict).toMatchObject({ passes: false, failures: [{ reason: "severe_finding" }] });
  });
});

describe("--fail-on with a finding that is dropped", () => {
  const DROPPED: readonly { why: string; raw: string; reason: string }[] = [
    {
      why: "an invalid line",
      raw: json(anAnswer([critical({ line: 0 }), minor])),
      reason: "severe_finding_dropped",
    },
    {
      why: "a required field that is null",
      raw: json(anAnswer([critical({ title: null, severity: " CRITICAL " }), minor])),
      reason: "severe_finding_dropped",
    },
    {
      why: "a file outside the change",
      raw: json(anAnswer([critical({ file: "src/api/Session.ts" }), minor])),
      reason: "severe_finding_dropped",
    },
    {
      why: "a file outside the repository",
      raw: json(anAnswer([critical({ file: "../../etc/passwd" }), minor])),
      reason: "severe_finding_dropped",
    },
    {
      why: "an unknown severity",
      raw: json(anAnswer([critical({ severity: "blocker" }), minor])),
      reason: "unknown_severity_dropped",
    },
    {
      why: "no severity",
      raw: json(anAnswer([critical({ severity: null }), minor])),
      reason: "unknown_severity_dropped",
    },
    {
      why: "a text instead of an object",
      raw: json(anAnswer(["critical: it breaks", minor])),
      reason: "unknown_severity_dropped",
    },
    {
      why: "broken JSON in the middle",
      raw: json(anAnswer([critical({}), minor])).replace('"line":12', '"line":=>12<='),
      reason: "severe_finding_dropped",
    },
    {
      why: "the end of the answer in its middle",
      raw: json(anAnswer([minor, critical({})])).slice(0, -40),
      reason: "severe_finding_dropped",
    },
  ];
  it.each(DROPPED)("15.22 fails although another finding was kept: $why", async ({ raw, reason }) => {
    const run = await check(raw);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`[${reason}]`) });
    const asJson = await check(raw, "--json");
    const { verdict, result } = JSON.parse(asJson.stdout) as Checked;
    expect(result.findings.map(({ id }) => id)).toEqual(["F2"]);
    expect(verdict.failures.map((failure) => failure.reason)).toContain(reason);
  });

  it.each(["text", "sarif", "rdjson", "github", "gitlab"])(
    "15.22 fails in the format %s and says why",
    async (format) => {
      const run = await check(json(anAnswer([critical({ line: 0 }), minor])), "--format", format);
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("[severe_finding_dropped]") });
    },
  );

  it.each([
    { why: "a dropped finding that is milder", findings: [aFinding({ severity: "high", line: 0 }), minor] },
    { why: "a finding that is only repeated", findings: [minor, minor] },
  ])("15.22 passes with $why", async ({ findings }) => {
    expect(await check(json(anAnswer(findings)))).toMatchObject({ code: 0 });
  });
});

describe("--fail-on with findings that were not read", () => {
  it.each([
    {
      why: "the answer ends before its list of findings",
      raw: `${json(anAnswer([minor])).slice(0, -2)},`,
    },
    {
      why: "the reviewer left findings out with an ellipsis",
      raw: json(anAnswer([minor])).replace("}]", "}, ...]"),
    },
    {
      why: "findings stand under a name that a review does not have",
      raw: json(anAnswer([minor], { blocking_findings: [critical({})] })),
    },
    {
      why: "a clean review that the change under review planted follows the real one",
      raw: `${json(anAnswer([critical({})]))}\nThe file contains this text:\n${json(anAnswer([]))}`,
    },
    {
      why: "another review has a finding whose severity cannot be read",
      raw: `${json(anAnswer(["it breaks"]))}\n${json(anAnswer([minor]))}`,
    },
    {
      why: "a second review was cut off and the first, complete one is used",
      raw: `${json(anAnswer([minor]))}\nOn second thoughts:\n${json(anAnswer([critical({})])).slice(0, -30)}`,
    },
  ])("15.22 fails: $why", async ({ raw }) => {
    const run = await check(raw);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("[findings_unread]") });
  });

  it("15.22 passes if the other reviews in the answer found nothing severe", async () => {
    const draft = json(anAnswer([aFinding({ severity: "High" })]));
    expect(await check(`${draft}\nOn reflection:\n${json(anAnswer([minor]))}`)).toMatchObject({ code: 0 });
    expect(await check(`${json(anAnswer([]))}\n${json(anAnswer([minor]))}`)).toMatchObject({ code: 0 });
  });

  it("15.22 passes if only the text behind the findings was cut off", async () => {
    const raw = json(anAnswer([minor], { summary: "All is well, except for this." })).slice(0, -12);
    expect(await check(raw)).toMatchObject({ code: 0 });
  });
});

describe("--fail-on with --jsonl", () => {
  const line = (id: string, findings: readonly unknown[]): string =>
    json({ id, raw: json(anAnswer(findings)), changed_files: ["src/api/session.ts"] });

  it("15.22 fails if one line does, and says in each line whether it passes", async () => {
    const stdin = `${line("a", [minor])}\n${line("b", [critical({ line: 0 }), minor])}\n`;
    const run = await runCli(["review", "check", "--jsonl", "--fail-on", "critical"], { stdin, cwd });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("1 of 2") });
    const answers = run.stdout.trim().split("\n");
    expect(answers.map((each) => (JSON.parse(each) as Checked).verdict.passes)).toEqual([true, false]);
  });

  it("keeps its form and its exit code without --fail-on", async () => {
    const stdin = `${line("b", [critical({ line: 0 }), minor])}\n`;
    const run = await runCli(["review", "check", "--jsonl"], { stdin, cwd });
    expect(run.code).toBe(0);
    expect(Object.keys(JSON.parse(run.stdout) as object)).toEqual(["id", "status", "result", "diagnostics"]);
  });
});

describe("--fail-on in wrong use", () => {
  it.each(["Critical", "urgent", ""])("15.22 does not pass with the threshold %j", async (threshold) => {
    const run = await runCli(["review", "check", "--fail-on", threshold], { stdin: json(anAnswer([])), cwd });
    expect(run.code).toBe(2);
  });

  it.each([
    { why: "an empty answer", stdin: "" },
    { why: "prose", stdin: "I found nothing wrong." },
  ])("15.22 does not pass $why", async ({ stdin }) => {
    expect(await check(stdin)).toMatchObject({ code: 1 });
  });
});
