import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-import-corrections-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);

describe("decisions that name a diff", () => {
  const diff = "--- a/read.py\n+++ b/read.py\n@@ -1 +1 @@\n-f = open(p)\n+with open(p) as f:\n";
  const decision = (id: string, correction_diff_path: string): string =>
    JSON.stringify({
      decision_id: id,
      gate_id: "HITL-2",
      epic_id: "e",
      decision: "APPROVED_WITH_CHANGES",
      reviewer_id: "ana",
      timestamp: "2026-05-01T10:00:00Z",
      review_duration_seconds: 9,
      agent_output_sha: "3f",
      correction_diff_path,
      agent: "rio",
    });

  it("17.5 003.1 the edits in a file beside the input become the correction", async () => {
    write("fix.diff", diff);
    write("notes.txt", "api_key: something secret");
    const names = ["fix.diff", "gone.diff", "../fix.diff", "notes.txt"];
    write("d.jsonl", names.map((name, n) => decision(`d-${n}`, name)).join("\n"));
    const { code, stdout: told } = await runCli(["import", "d.jsonl", "--json"], { cwd: folder });
    expect(code).toBe(0);
    const listed = await runCli(["feedback", "list", "--json"], { cwd: folder });
    const { items } = JSON.parse(listed.stdout) as { items: readonly Feedback[] };
    const byRef = new Map(items.map(({ source, correction }) => [source.ref, correction]));
    expect(byRef.size).toBe(4);
    expect(byRef.get("d-0")).toMatchObject({ diff, diff_path: "fix.diff", summary: expect.any(String) });
    for (const ref of ["d-1", "d-2", "d-3"]) expect(byRef.get(ref)).not.toHaveProperty("diff");
    expect(told).toContain("correction_unread");
    for (const why of ["does not exist", "leaves its folder", "is not a unified diff"])
      expect(told).toContain(why);
    expect(told).not.toContain("something secret");
  });
});
