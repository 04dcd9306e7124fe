import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { SAID_AND_MEANT, type SaidAndMeant } from "../../../test/said-and-meant.ts";

const PEOPLE = ["ana", "ben", "cleo", "dan"];
/** Cases that share a store, so that each is told from others. */
const STORES = 5;

const decisionsOf = ({ id, said, tags = [] }: SaidAndMeant): readonly string[] =>
  said.map((each, at) =>
    JSON.stringify({
      decision_id: `${id} ${at}`,
      gate_id: "HITL-2",
      epic_id: "epic-1",
      task_id: `${id} ${at}`,
      decision: "REJECTED",
      reviewer_id: PEOPLE[at % PEOPLE.length],
      timestamp: `2026-11-0${at + 1}T09:00:00Z`,
      review_duration_seconds: 40,
      agent_output_sha: `${id} ${at}`,
      tags,
      agent: "rio",
      ...(typeof each === "string"
        ? { reviewer_comment: each }
        : { reviewer_comment: each.text ?? null, correction_diff: diffOf(each) }),
    }),
  );

const diffOf = ({ before, after }: { readonly before: string; readonly after: string }): string =>
  `--- a/text\n+++ b/text\n@@ -1,1 +1,1 @@\n-${before}\n+${after}\n`;

const ORDERS: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  "as they came": (lines) => lines,
  "the last first": (lines) => lines.toReversed(),
  "one of each in turn": (lines) =>
    lines
      .map((line, at) => ({ line, turn: (at * 7) % lines.length }))
      .toSorted((a, b) => a.turn - b.turn)
      .map(({ line }) => line),
};

describe.each(Object.entries(ORDERS))("16.x what people said, imported %s", (_, inOrder) => {
  const proposed = new Map<string, readonly string[]>();
  const folders: string[] = [];
  beforeAll(async () => {
    for (let store = 0; store < STORES; store += 1) {
      const cases = SAID_AND_MEANT.filter((_case, at) => at % STORES === store);
      const cwd = mkdtempSync(join(tmpdir(), "emend-said-"));
      folders.push(cwd);
      const stdin = inOrder(cases.flatMap(decisionsOf)).join("\n");
      await runCli(["import", "-"], { cwd, stdin });
      await runCli(["rules", "propose"], { cwd });
      const { stdout } = await runCli(["rules", "list", "--json"], { cwd });
      const { items: rules } = JSON.parse(stdout) as { readonly items: readonly { readonly text: string }[] };
      for (const { id } of cases)
        proposed.set(
          id,
          rules.map(({ text }) => text),
        );
    }
  }, 120_000);
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  it.each(SAID_AND_MEANT)("16.x $id becomes the rule that was meant", ({ id, meant, never }) => {
    const texts = proposed.get(id)!;
    expect(texts.filter((text) => never.test(text))).toEqual([]);
    expect(texts.filter((text) => meant?.test(text) ?? true)).not.toHaveLength(meant === null ? -1 : 0);
  });
});
