import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { runCli } from "../../../test/run-cli.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import type { Survey } from "../../demo/survey.ts";

const NOW = "2026-11-13T16:20:00Z";
const folder = mkdtempSync(join(tmpdir(), "emend-demo-"));
const store = join(folder, "story", "emend.db");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Listed {
  readonly rule_id: string;
  readonly text: string;
  readonly conflicts: number;
  readonly duplicates: number;
  readonly warnings: readonly { readonly code: string }[];
  readonly approval: { readonly given: number; readonly missing: number };
  readonly clean: boolean;
}

interface Rule {
  readonly id: string;
  readonly status: string;
  readonly text: string;
  readonly effect: { readonly verdict: string; readonly interval: object | null } | null;
}

describe("emend demo", () => {
  let counts: Survey;
  let http: HttpSession;
  let admin: HttpCaller;
  let rules: readonly Rule[];
  let proposals: readonly Listed[];

  beforeAll(async () => {
    const { stdout, stderr } = await runCli(["demo", "--store", store, "--days", "46", "--json"], {
      cwd: folder,
      now: NOW,
    });
    if (stdout === "") throw new Error(stderr);
    ({ counts } = JSON.parse(stdout) as { readonly counts: Survey });
    const now = (): Date => new Date(NOW);
    const opened = await openSqliteStore({ file: store, now });
    http = await openHttp({ store: opened, now: () => now().toISOString() });
    admin = http.as("admin");
    rules = (await admin.get("rules?effect=true&limit=200")).body.items;
    proposals = (await admin.get("proposals?limit=50")).body.items;
  }, 120_000);

  afterAll(() => http?.close());

  const items = async (path: string): Promise<readonly unknown[]> => (await admin.get(path)).body.items;
  const ruleOf = (words: string): Rule => {
    const found = rules.find(({ text }) => text.startsWith(words));
    expect(found, `no rule says ${words}`).toBeDefined();
    return found!;
  };

  it.each([
    ["submissions", "the inbox"],
    ["submissions?order=closed", "what was decided"],
    ["proposals", "proposals"],
    ["rules?status=active", "rules in force"],
    ["rules?status=flagged", "a rule that does not help"],
    ["rules?status=rejected", "what people said no to"],
    ["rules?status=expired", "what nobody decided in time"],
    ["rules?status=retired", "what was taken out of force"],
    ["feedback", "feedback"],
    ["feedback?outcome=approved_with_changes", "edits"],
    ["clusters?min_size=3", "what recurs"],
    ["evaluations?standing=ambiguous&resolved=false", "contradictions to resolve"],
    ["evaluations?resolved=true", "contradictions that were resolved"],
    ["evaluations?standing=edge_case", "edge cases"],
    ["rollouts?stage=canary", "a rollout on its way"],
    ["rollouts?stage=promoted", "one that went through"],
    ["rollouts?stage=rolled_back", "one that was taken back"],
    ["events/dead", "a dead letter"],
    ["audit", "the audit log"],
    ["tokens", "people and tokens"],
    ["agents/rio/rejections", "an agent's rejections"],
  ])("fills %s: %s", async (path) => {
    expect(await items(path)).not.toEqual([]);
  });

  it("has five agents at work, with alerts, and work that waits, some of it past its limit", async () => {
    const { body } = await admin.get("agents?window=7d");
    expect(body.agents).toHaveLength(5);
    expect(body.alerts.map(({ code }: { code: string }) => code)).toContain("repeated_tag");
    expect(counts).toMatchObject({ agents: 5, people: 5, waiting: 9, overdue: 2, dead_letters: 1 });
    expect(counts.feedback).toBeGreaterThan(400);
    const sources = new Set<string>();
    for (let after = ""; ;) {
      const page = (await admin.get(`feedback?limit=200${after}`)).body;
      for (const { source } of page.items) sources.add(source.kind);
      if (page.next === null) break;
      after = `&after=${encodeURIComponent(page.next)}`;
    }
    expect([...sources].toSorted()).toEqual(["decision", "github_comment", "review", "signal"]);
  });

  it("measures a rule that worked, with its interval", () => {
    const { effect } = ruleOf("Add a test with every change");
    expect(effect).toMatchObject({ verdict: "helping", interval: { low: expect.any(Number) as number } });
  });

  it("flags a rule that made no difference", () => {
    expect(ruleOf("Rethrow an error")).toMatchObject({
      status: "flagged",
      effect: { verdict: "ineffective" },
    });
  });

  it("tries the flagged rule, with too little evidence for a verdict however the tasks fall", async () => {
    const [trial] = (await admin.get("trials")).body.items;
    expect(trial).toMatchObject({ rule_id: ruleOf("Rethrow an error").id, state: "running" });
    expect(trial.recurrences.given + trial.recurrences.withheld).toBeGreaterThanOrEqual(2);
    expect(trial.recurrences.given + trial.recurrences.withheld).toBeLessThanOrEqual(7);
  });

  it("knows what an agent had been told when it made a commit", async () => {
    const { items: some } = (await admin.get("feedback?limit=200")).body;
    const { run } = some.find((each: { run?: string }) => /^[0-9a-f]{40}$/.test(each.run ?? ""));
    const { runs } = (await admin.get(`commits/${run}/why`)).body;
    expect(runs).toMatchObject([{ agent: "rio", certainty: "recorded" }]);
    expect(runs[0].rules).not.toEqual([]);
  });

  it("tells that a mistake came back after its rule, and of the rule that worked that it did not", async () => {
    const effectOf = async (words: string) => (await admin.get(`rules/${ruleOf(words).id}/effect`)).body;
    const { regression } = await effectOf("Do not promise customers");
    expect(regression.count).toBeGreaterThanOrEqual(3);
    expect(regression.agents).toContain("support-drafts");
    expect((await effectOf("Add a test with every change")).regression).toBeNull();
  });

  it("asks about a conflict, a repetition, warnings, and a second approval", () => {
    const by = (words: string): Listed => proposals.find(({ text }) => text.startsWith(words))!;
    expect(by("Use the `@app` alias")).toMatchObject({ conflicts: 1, clean: false });
    expect(by("Add a test with each change").duplicates).toBeGreaterThanOrEqual(1);
    expect(by("Perhaps follow").warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["bare_url", "hedged"]),
    );
    expect(proposals.filter(({ approval }) => approval.given === 1 && approval.missing === 1)).toHaveLength(
      1,
    );
  });

  it("holds an unbroken audit log", async () => {
    expect((await admin.post("audit/verify", {})).body).toMatchObject({ ok: true });
  });

  it("is next to its settings, which only its owner can read", () => {
    const config = join(folder, "story", "emend.yaml");
    expect(readFileSync(config, "utf8")).toMatch(/^# Written by `emend demo`/);
    expect(statSync(config).mode & 0o077).toBe(0);
  });
});

describe("emend demo refuses", () => {
  it("a store of somebody else's, and leaves it as it is", async () => {
    const place = join(folder, "mine");
    mkdirSync(place);
    const file = join(place, "emend.db");
    const record = JSON.stringify({ agent: "rio", comment: "Close the file.", author: "ana" });
    await runCli(["import", "-", "--store", file], { cwd: place, stdin: `${record}\n` });
    const before = readFileSync(file);
    // A mark that was copied from a demo makes it none.
    const mark = {
      made_by: "emend demo",
      store: "emend.db",
      seed: 1,
      days: 56,
      made_at: NOW,
      visitor: "tk_1",
    };
    for (const copied of [false, true]) {
      if (copied) writeFileSync(join(place, "demo.json"), JSON.stringify(mark));
      const { code, stderr } = await runCli(["demo", "--store", file], { cwd: place });
      expect(code).toBe(2);
      expect(stderr).toContain("[not_a_demo]");
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("settings of somebody else's in the folder", async () => {
    const place = join(folder, "project");
    mkdirSync(place);
    writeFileSync(join(place, "emend.yaml"), "rules:\n  approvers: 1\n");
    const { code, stderr } = await runCli(["demo", "--store", "emend.db"], { cwd: place });
    expect([code, stderr]).toEqual([2, expect.stringContaining("[not_a_demo]")]);
    expect(readFileSync(join(place, "emend.yaml"), "utf8")).toContain("approvers: 1");
  });

  it.each([
    { args: ["--days", "3"], code: "invalid_number", why: "too short for a story" },
    { args: ["--days", "1000"], code: "invalid_number", why: "too long" },
    { args: ["--seed", "x"], code: "invalid_number", why: "no number" },
    { args: ["--store", "postgres://h/emend"], code: "demo_needs_file", why: "no file" },
  ])("$args: $why", async ({ args, code }) => {
    const run = await runCli(["demo", ...args], { cwd: folder });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });
});
