import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFinding, anAnswer } from "../review-answer.ts";
import { runCli } from "../run-cli.ts";

let cwd: string;
const git = (...args: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-lines-"));
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src/a [1].ts"), "one\n");
  writeFileSync(join(cwd, "src/b.ts"), "one\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  writeFileSync(join(cwd, "src/a [1].ts"), "one\ntwo\nthree");
  writeFileSync(join(cwd, "src/b.ts"), "one\ntwo\n");
  symlinkSync("/etc/passwd", join(cwd, "src/link.ts"));
  git("add", ".");
  git("commit", "--quiet", "-m", "two");
  // The working tree has more lines than the last commit.
  writeFileSync(join(cwd, "src/b.ts"), "one\ntwo\nthree\nfour\n");
  writeFileSync(join(cwd, "changed.txt"), "src/a [1].ts\nsrc/b.ts\nsrc/link.ts\nsrc/not-there.ts\n");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Told {
  readonly reason: string;
  readonly path: string;
  readonly message: string;
}

async function check(
  findings: readonly Record<string, unknown>[],
  args: readonly string[],
  place = cwd,
): Promise<{ code: number; kept: number; told: readonly Told[] }> {
  const run = await runCli(["review", "check", "--json", ...args], {
    stdin: JSON.stringify(anAnswer(findings)),
    cwd: place,
  });
  const { result, diagnostics } = JSON.parse(run.stdout) as {
    readonly result: { readonly findings: readonly unknown[] };
    readonly diagnostics: readonly Told[];
  };
  return { code: run.code, kept: result.findings.length, told: diagnostics };
}

const at = (file: string, line: number, more: Record<string, unknown> = {}): Record<string, unknown> =>
  aFinding({ file, line, id: `${file}:${line}`, ...more });

describe("a line beyond the end of its file", () => {
  it("15.23 is a warning, and the finding stays and counts", async () => {
    const beyond = at("src/a [1].ts", 4, { severity: "critical" });
    const { code, kept, told } = await check(
      [beyond, at("src/a [1].ts", 3), at("src/a [1].ts", 2, { end_line: 9 })],
      ["--range", "HEAD~1..HEAD", "--fail-on", "critical"],
    );
    expect([code, kept]).toEqual([1, 3]);
    expect(told).toEqual([
      expect.objectContaining({
        kind: "warning",
        reason: "line_beyond_file",
        message: 'line 4 is beyond the end of "src/a [1].ts", which has 3 lines',
        path: "findings[0].line",
        from: 4,
        finding_id: "src/a [1].ts:4",
      }),
      expect.objectContaining({ reason: "line_beyond_file", path: "findings[2].end_line", from: 9 }),
    ]);
  });

  it.each([
    { range: "HEAD~1..HEAD", lines: 2 },
    { range: "HEAD~1...HEAD", lines: 2 },
    { range: "HEAD^!", lines: 2 },
    { range: "HEAD~1", lines: 4 },
    { range: "HEAD..HEAD~1", lines: 1 },
  ])("15.23 is judged by the end of the range $range", async ({ range, lines }) => {
    const findings = [at("src/b.ts", lines), at("src/b.ts", lines + 1)];
    const { told } = await check(findings, ["--range", range]);
    expect(told.map(({ path }) => path)).toEqual(["findings[1].line"]);
  });

  it("15.23 is judged by the working tree if files are listed, from any folder", async () => {
    const findings = [at("src/b.ts", 4), at("src/b.ts", 5), at("src/not-there.ts", 99)];
    for (const folder of [cwd, join(cwd, "src")]) {
      const { told } = await check(findings, ["--changed-files", join(cwd, "changed.txt")], folder);
      expect(told.map(({ path }) => path)).toEqual(["findings[1].line"]);
    }
  });

  it("15.23 reads no file that a link in the repository points to", async () => {
    const { told } = await check([at("src/link.ts", 2)], ["--changed-files", "changed.txt"]);
    expect(told).toMatchObject([{ message: 'line 2 is beyond the end of "src/link.ts", which has 1 line' }]);
  });

  it("15.23 is not looked for outside of a repository", async () => {
    const place = mkdtempSync(join(tmpdir(), "emend-lines-none-"));
    writeFileSync(join(place, "changed.txt"), "src/b.ts\n");
    const { code, told } = await check([at("src/b.ts", 99)], ["--changed-files", "changed.txt"], place);
    expect([code, told]).toEqual([0, []]);
  });

  it("15.23 is reported with --jsonl too", async () => {
    const raw = JSON.stringify(anAnswer([at("src/b.ts", 3)]));
    const run = await runCli(["review", "check", "--jsonl", "--range", "HEAD~1..HEAD"], {
      stdin: `${JSON.stringify({ id: "a", raw })}\n`,
      cwd,
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ id: "a", diagnostics: [{ reason: "line_beyond_file" }] });
  });
});
