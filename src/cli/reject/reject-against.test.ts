import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/run-command.ts";
import { addReject } from "./reject.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-against-"));
  mkdirSync(join(folder, "notes", "deep"), { recursive: true });
  mkdirSync(join(folder, "notes", ".hidden"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(
    "notes/hedges.md",
    "Tall hedges along a road lower the noise in gardens behind them by about six decibels.\n",
  );
  write(
    "notes/deep/heat.md",
    "# Heat\n\nTenants who can see the heat meter use eleven percent less gas in winter.\n",
  );
  write("notes/.hidden/copy.md", CLAIM);
  write("notes/copy.rst", CLAIM);
  write("outside.md", CLAIM);
  symlinkSync(join(folder, "outside.md"), join(folder, "notes", "link.md"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const CLAIM = "Tenants who are able to see the heat meter use eleven percent less gas during winter.";
const run = (args: readonly string[], stdin = CLAIM) =>
  runCommand(addReject, ["reject", "--against", "notes", ...args], { cwd: folder, stdin });

describe("emend reject --against", () => {
  it("002.8 names the rival file, how alike it is, and the lines", async () => {
    const { code, stdout } = await run([]);
    expect(code).toBe(1);
    expect(stdout).toContain('"issues":["near_duplicate"]');
    expect(stdout).toContain("**Warnings** — 1 non-blocking issue");
    expect(stdout).toMatch(
      /- Rival: `deep\/heat\.md` says 9\d % of it\n {4}- line 1 here, line 3 there: 9\d % alike/,
    );
    expect(stdout).not.toContain("link.md");
    expect(stdout).not.toContain("hidden");
  }, 60_000);

  it("002.8 answers in JSON with both passages, also beside other tags and with a pack that lacks the tag", async () => {
    const { stdout } = await run(["date_errors", "--json", "--pack", "code"]);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      issues: ["date_errors", "near_duplicate"],
      duplicates: {
        rivals: [
          {
            file: "deep/heat.md",
            passages: [{ text: { line: 1, text: CLAIM }, rival: { line: 3, end_line: 3 } }],
          },
        ],
        looked_at: 2,
        threshold: 0.85,
        left_out: 0,
      },
    });
    expect(answer).toMatchObject({ unregistered: ["date_errors"] });
  }, 60_000);

  it("002.8 refuses nothing where nothing is alike, and tells the nearest", async () => {
    const { code, stdout, stderr } = await run(
      [],
      "Tenants who can see the heat meter use three percent less gas in winter.",
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/no near-duplicate among 2 files; the closest is deep\/heat\.md \(0\.\d+\)/);
    const json = await run(["--json"], "Bread is baked at night.");
    expect(JSON.parse(json.stdout)).toMatchObject({ comment: null, issues: [], duplicates: { rivals: [] } });
  }, 60_000);

  it("002.8 never compares a file with itself, and takes globs and a threshold", async () => {
    const own = await run(["--text", "notes/deep/heat.md", "--glob", "deep/*.md"]);
    expect(own.stderr).toContain("no near-duplicate among 0 files");
    const strict = await run(["--threshold", "0.999"]);
    expect(strict.code).toBe(0);
    const rst = await run(["--glob", "*.rst", "--json"]);
    expect(JSON.parse(rst.stdout)).toMatchObject({
      duplicates: { rivals: [{ file: "copy.rst", score: 1 }] },
    });
  }, 60_000);

  it.each([
    [["--threshold", "2"], "[invalid_threshold]", 2],
    [["--list"], "[options_conflict]", 2],
    [["--parse"], "[options_conflict]", 2],
  ])("002.8 refuses %s", async (args, code, exit) => {
    const refused = await run(args);
    expect(refused.code).toBe(exit);
    expect(refused.stderr).toContain(code);
  });

  it("002.8 says what it needs", async () => {
    const missing = await runCommand(addReject, ["reject", "--against", "nowhere"], {
      cwd: folder,
      stdin: CLAIM,
    });
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining("[folder_unreadable]") });
    const alone = await runCommand(addReject, ["reject", "--threshold", "0.9"], { cwd: folder });
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("--threshold needs --against") });
    expect(await run([], "  ")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[input_missing]"),
    });
  });
});
