import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

let folder = "";
const env = { USER: "ana", HOME: "/nonexistent" };
const run = (...args: readonly string[]) => runCli(args, { cwd: folder, env });

interface Item {
  readonly id: string;
  readonly comment: string;
  readonly class: string | null;
  readonly cluster_id: string | null;
}
interface Page {
  readonly items: readonly Item[];
  readonly next: string | null;
}
const list = async (...args: readonly string[]): Promise<Page> =>
  JSON.parse((await run("feedback", "list", "--json", ...args)).stdout) as Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-recorded-"));
  const person = (id: string) => ({ id, trust: "person" });
  const said = (n: number, who: string, comment: string) => ({
    id: `s${n}`,
    agent: "rio",
    author: person(who),
    comment,
    outcome: "rejected",
    time: `2026-11-1${n}T10:00:00Z`,
    path: "src/money.ts",
  });
  const lines = [
    said(0, "mara", "Use integer cents for money, not floats."),
    said(1, "tom", "Money must be integer cents, not floats."),
    said(2, "ivo", "Use integer cents for money and not floats."),
    { id: "x", agent: "kim", author: "eve", comment: "Paint it green.", time: "2026-11-13T10:00:00Z" },
  ];
  writeFileSync(join(folder, "said.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  await run("import", "said.jsonl");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("emend feedback list | show | story", () => {
  it("17.6 lists what was recorded, the newest first, with its class", async () => {
    const { stdout } = await run("feedback", "list", "--limit", "2");
    expect(stdout.replaceAll(/fb_[0-9a-f]{8}/g, "fb_0")).toMatchInlineSnapshot(`
      "fb_0  2026-11-13 10:00  eve (outsider), about kim, not evaluated
        Paint it green.
      fb_0  2026-11-12 10:00  ivo (person), about rio, src/money.ts, rejected, not evaluated
        Use integer cents for money and not floats.
      "
    `);
    expect((await list()).items.map((item) => item.comment)).toHaveLength(4);
  });

  it("17.6 filters by agent, author, source, class, outcome, time and text", async () => {
    const count = async (...args: readonly string[]) => (await list(...args)).items.length;
    expect(await count("--agent", "kim")).toBe(1);
    expect(await count("--author", "tom")).toBe(1);
    expect(await count("--source", "jsonl")).toBe(4);
    expect(await count("--source", "sarif")).toBe(0);
    expect(await count("--class", "not_evaluated")).toBe(4);
    expect(await count("--outcome", "rejected")).toBe(3);
    expect(await count("--since", "2026-11-12")).toBe(2);
    expect(await count("--text", "CENTS must")).toBe(1);
    expect((await run("feedback", "list", "--class", "odd")).code).toBe(2);
    expect((await run("feedback", "list", "--agent", "nobody")).stderr).toContain("nothing matches");
  });

  it("17.6 pages by the cursor of the last page", async () => {
    const first = await list("--limit", "3");
    const rest = await list("--limit", "3", "--after", first.next!);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 1, null]);
    expect((await run("feedback", "list", "--after", "x")).stderr).toContain("[invalid_cursor]");
  });

  it("17.6 tells the story of a record from its words to the rule", async () => {
    const [oldest] = (await list("--agent", "rio")).items.toReversed();
    const id = oldest!.id.slice(0, 12);
    const early = await run("feedback", "story", id);
    expect(early.stdout).toContain("Recorded, not evaluated yet\n  Next: emend rules propose\n");
    await run("rules", "propose");
    const proposed = JSON.parse((await run("feedback", "story", id, "--json")).stdout) as {
      now: string;
      steps: readonly { step: string; at: string; id: string | null }[];
    };
    expect(proposed.now).toContain("is waiting for approval");
    expect(proposed.steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining(["said", "evaluated", "joined_cluster", "rule", "recurred"]),
    );
    expect(proposed.steps.map(({ at }) => at)).toEqual(proposed.steps.map(({ at }) => at).toSorted());
    const rule = proposed.steps.find(({ step }) => step === "rule")!.id!;
    for (const name of ["mara", "tom"]) await run("rules", "approve", rule, "--as", name);
    const { stdout } = await run("feedback", "story", id);
    expect(stdout).toContain("came into force");
    expect(stdout).toContain(`Rule ${rule} covers it`);
    const shown = await run("feedback", "show", id);
    expect(shown.stdout).toContain("author    mara (person)\n");
    expect(shown.stdout).toMatch(/class {5}\S/);
    expect(shown.stdout).toContain("3 pieces of feedback");
    expect(shown.stdout).toContain('"path":"src/money.ts"');
    const json = JSON.parse((await run("feedback", "show", id, "--json")).stdout) as Record<string, unknown>;
    expect(Object.keys(json)).toEqual(["feedback", "evaluation", "membership", "cluster"]);
  }, 60_000);

  it("17.6 says why a record makes no rule", async () => {
    const [outsider] = (await list("--agent", "kim")).items;
    expect((await run("feedback", "story", outsider!.id)).stdout).toContain("its author is an outsider");
    expect((await run("feedback", "show", "fb_zz")).stderr).toContain("[feedback_not_found]");
  });
});
