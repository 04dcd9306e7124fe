import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_BIN } from "../bin.ts";

interface History {
  readonly root: string;
  readonly home: string;
  readonly reviews: string;
}

/** A minute, and no more. */
const FIRST_MINUTE_MS = 60_000;

describe("the first minute on one's own work", () => {
  const folder = mkdtempSync(join(tmpdir(), "emend-first-minute-"));
  let history: History;

  beforeAll(async () => {
    const made = "../../examples/learn/make-history.js";
    const { makeHistory } = (await import(made)) as { readonly makeHistory: (at: string) => History };
    history = makeHistory(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function learn(...args: readonly string[]) {
    const started = Date.now();
    const run = spawnSync(process.execPath, [BUILT_BIN, "learn", ...args], {
      cwd: history.root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: history.home, USER: "ana", LANG: "C.UTF-8" },
    });
    return { code: run.status, stdout: run.stdout, stderr: run.stderr, ms: Date.now() - started };
  }

  it("19 is one command from a clone with transcripts to the report", () => {
    const page = join(folder, "report.html");
    const { code, stdout, stderr, ms } = learn("--yes", "--html", page);
    expect(stderr).toContain("13 transcripts");
    expect(stderr).toContain("5 commits, 2026-08-01 to 2026-10-13");
    expect(stderr).toContain("Nothing leaves your machine.");
    expect(stdout).toMatch(/^ {2}1\. Run the tests [^\n]+\n {5}[67] times in [67] conversations/m);
    expect(stdout).toContain("AGENTS.md:3, corrected");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(FIRST_MINUTE_MS);
    expect(readFileSync(page, "utf8")).toMatch(/<h3>Run the tests /);
  });

  it("19 reads only what is new the second time, and finds the same", () => {
    const readAt = (run: ReturnType<typeof learn>): unknown =>
      (JSON.parse(run.stdout) as { readonly read: { readonly files_read_now: number } }).read.files_read_now;
    const cold = learn("--yes", "--json", "--no-cache");
    const warm = learn("--yes", "--json");
    expect(readAt(cold)).toBe(13);
    expect(readAt(warm)).toBe(0);
    const found = ({ stdout }: ReturnType<typeof learn>): unknown => ({
      ...(JSON.parse(stdout) as object),
      read: undefined,
    });
    expect(found(warm)).toEqual(found(cold));
  });

  it("19 learns from an export of reviews, and records each once", () => {
    const store = join(folder, "learned.db");
    const first = learn(history.reviews, "--record", "--store", store);
    expect(first.stdout).toContain("Replace magic numbers with named constants.");
    expect(first.stdout).toContain("by ben and cleo");
    expect(first.stderr).toMatch(/\d new corrections, 0 changed, 0 known already/);
    expect(learn(history.reviews, "--record", "--store", store).stderr).toMatch(
      /emend: 0 new corrections, 0 changed, \d known already; 0 new pieces of feedback/,
    );
  });
});
