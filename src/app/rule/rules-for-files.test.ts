import { sha256 } from "../../drivers/crypto/sha256.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { rulesForFiles } from "./build-prompt.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

describe("the rules for some files", () => {
  it("are those of the prompt, with their words, and are recorded under the run", async () => {
    const id = await bringIntoForce(store, "Close it.", { scope: { agents: [], paths: ["src/**"] } });
    const other = await bringIntoForce(store, "Spell it.", { scope: { agents: [], paths: ["docs/**"] } });
    const ask = rulesForFiles({
      rules: store.rules,
      trials: store.trials,
      runs: store.runs,
      checks: store.checks,
      policy: DEFAULT_RULE_POLICY,
      hash: sha256,
      now: () => "2026-03-10T11:42:00.000Z",
    });
    const found = await ask({ agent: "rio", files: ["src/a.ts"], run: "r-1" });
    expect(found).toMatchObject({
      ok: true,
      value: {
        rules: [{ rule_id: id, text: "Close it." }],
        withheld: [{ rule_id: other, reason: "other_files" }],
        recorded: true,
      },
    });
    expect(await store.rules.findInjection("r-1", "rio")).toMatchObject({
      rules: [{ rule_id: id, version: 1 }],
    });
    expect(await ask({ agent: " " })).toMatchObject({ ok: false, error: { code: "invalid_agent" } });
  });
});
