import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromJsonl } from "../core/feedback/from-jsonl.ts";
import { DEFAULT_INSERTION_POINT } from "../core/rule/rule.ts";
import { openEmend } from "./open-emend.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-library-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const person = (id: string) => ({ id, trust: "person" }) as const;

describe("openEmend", () => {
  it("18.1 gives another program the loop from a remark to a prompt", async () => {
    const emend = await openEmend({ cwd, env: { HOME: cwd }, store: "emend.db" });
    const context = { now: emend.tools.now(), agent: "rio", author: person("ana") };
    const { feedback } = fromJsonl({ comment: "Close the file before you return." }, context);
    expect(await emend.feedback.record(feedback)).toMatchObject({ new: 1, known: 0 });
    expect(await emend.feedback.record(feedback)).toMatchObject({ new: 0, known: 1 });
    expect(await emend.feedback.learn()).toEqual({ evaluated: 1, failed: 0 });
    const proposed = await emend.rules.propose({
      by: person("ana"),
      rule: {
        type: "guideline",
        text: "Close files in every branch.",
        reason: "",
        insertion_point: DEFAULT_INSERTION_POINT,
        scope: { agents: [], paths: [] },
      },
    });
    const { id } = proposed.ok ? proposed.value : { id: "" };
    for (const by of ["ben", "cleo"])
      await emend.rules.decide(id, { type: "approve", by: person(by), version: 1 });
    expect(await emend.rules.buildPrompt({ agent: "rio", base: "You are rio." })).toMatchObject({
      value: { prompt: expect.stringContaining("Close files in every branch."), rules: [{ rule_id: id }] },
    });
    await emend.close();
  });

  it("18.1 tells a caller that the record changed since they read it", async () => {
    const emend = await openEmend({ cwd, env: { HOME: cwd }, store: "emend.db" });
    const words = { text: "Use pnpm.", reason: "", insertion_point: DEFAULT_INSERTION_POINT };
    const rule = { ...words, type: "guideline", scope: { agents: [], paths: [] } } as const;
    const proposed = await emend.rules.propose({ by: person("ana"), rule });
    const { id } = proposed.ok ? proposed.value : { id: "" };
    const approve = { type: "approve", by: person("ben"), version: 1 } as const;
    await expect(emend.rules.decide(id, approve, { revision: 7 })).rejects.toMatchObject({
      code: "revision_changed",
    });
    expect(await emend.rules.decide(id, approve, { revision: 1 })).toMatchObject({ ok: true });
    await emend.close();
  });

  it("18.1 refuses settings that are wrong, by their code", async () => {
    const file = join(cwd, "settings.yaml");
    writeFileSync(file, "rules: {approvers: many}\n");
    const env = { HOME: cwd, EMEND_CONFIG: file };
    await expect(openEmend({ cwd, env })).rejects.toMatchObject({ code: "invalid_value" });
  });
});
