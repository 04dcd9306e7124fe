import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { WALK_ACTS, WALK_BASE, walkPrompts } from "../../../test/prompt-walk.ts";
import { composeEmend } from "../../compose.ts";
import { activeRule } from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { buildAgentPrompt } from "../../core/rule/build-agent-prompt.ts";
import { PROMPT_FORMAT } from "../../core/rule/prompt-settings.ts";
import { RULE_TYPES } from "../../core/rule/rule.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";

/** Mulberry32: the same walk in every run of a seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("the prompt of a moment", () => {
  it("is the one that was answered then, to the byte", async () => {
    const done = new Set<string>();
    const prompts = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const walk = await walkPrompts(seeded(seed), 300);
      for (const what of walk.done) done.add(what);
      for (const { prompt, ...moment } of walk.answers) {
        prompts.add(prompt);
        const then = await walk.emend.why.promptAt({ ...moment, base: WALK_BASE });
        expect(then.ok ? then.value.prompt : then.error, `walk ${seed}, ${moment.at}`).toBe(prompt);
      }
      await walk.emend.close();
    }
    // The walks are only worth something if all of this happened in them.
    expect([...done].toSorted()).toEqual(WALK_ACTS);
    expect(prompts.size).toBeGreaterThan(60);
  }, 60_000);
});

describe("a prompt that cannot be made again", () => {
  let store: Store;
  let now = "2026-03-10T09:00:00.000Z";
  beforeEach(async () => {
    now = "2026-03-10T09:00:00.000Z";
    store = await openTestStore(() => new Date(now));
  });
  afterEach(() => store.close());

  const emendWith = (policy: Partial<RulePolicy> = {}) =>
    composeEmend(testPorts(store, { now: () => now, policy: { ...DEFAULT_RULE_POLICY, ...policy } }));
  const codeAt = async (at: string): Promise<string> => {
    const then = await emendWith().why.promptAt({ agent: "rio", base: "", at });
    return then.ok ? then.value.prompt : then.error.code;
  };
  const ask = (policy?: Partial<RulePolicy>) =>
    emendWith(policy).rules.buildPrompt({ agent: "rio", base: "" });

  it("is refused before its settings were known, and in the future", async () => {
    await bringIntoForce(store, "Close it.");
    expect(await codeAt(now)).toBe("settings_unknown");
    await ask();
    expect(await codeAt("2026-03-10T08:59:59.999Z")).toBe("settings_unknown");
    expect(await codeAt(now)).toContain("- Close it.");
    expect(await codeAt("2026-03-10T09:00:00.001Z")).toBe("moment_in_future");
  });

  it("is refused if measured effects chose the rules", async () => {
    for (const text of ["Close it.", "Spell it."]) await bringIntoForce(store, text);
    await ask({ rulesPerAgent: 1 });
    expect(await codeAt(now)).toBe("effects_unknown");
    now = "2026-03-10T09:00:01.000Z";
    await ask({ rulesPerAgent: 0 });
    expect(await codeAt(now)).toBe("");
  });

  it("is refused if another version of Emend wrote it differently", async () => {
    const settings = { rules_per_agent: 20, token_budget: 1_500, withhold_flagged: false };
    await store.runs.noteSettings({ time: now, format: PROMPT_FORMAT + 1, ...settings });
    expect(await codeAt(now)).toBe("prompt_format_changed");
  });

  it("is refused if flags decide, and the store was rebuilt since", async () => {
    await bringIntoForce(store, "Close it.");
    await ask({ withholdFlagged: true });
    const asked = now;
    now = "2026-03-10T09:00:01.000Z";
    await store.audit.append({ actor: "emend", action: "ledger.rebuilt", subject: "ledger", detail: {} });
    expect(await codeAt(asked)).toBe("flags_unknown");
  });

  it("is not guessed from a run that asked later with other settings", async () => {
    await bringIntoForce(store, "Close it.");
    await ask();
    const asked = now;
    now = "2026-03-10T09:00:01.000Z";
    await emendWith({ tokenBudget: 0 }).rules.buildPrompt({ agent: "rio", base: "", run: "run-1" });
    expect(await codeAt(asked)).toContain("- Close it.");
    expect(await codeAt(now)).toBe("");
  });
});

describe("the format of prompts", () => {
  it("has another number whenever the same rules make another prompt", () => {
    const scope = { agents: [], paths: ["src/**", "a b/{c,d}.ts"] };
    const rules = RULE_TYPES.flatMap((type, n) => [
      activeRule(2 * n, { type, text: `Hold ${type} to "it" <b> & \`code\`.` }),
      activeRule(2 * n + 1, { type, text: "Füge nichts hinzu; 漢字", scope }),
    ]);
    const base = "You are rio.\r\n```\nopen";
    const { prompt } = buildAgentPrompt("rio", base, rules, {
      run: "run-1",
      now: "2026-03-10T09:00:00.000Z",
      policy: { ...DEFAULT_RULE_POLICY, tokenBudget: 300 },
    });
    // If this fails, raise `PROMPT_FORMAT`: the prompts of earlier moments can no longer be made with this code.
    expect([PROMPT_FORMAT, sha256(prompt)]).toEqual([
      1,
      "bdaffed9515c7d288e48387ae9ea035f94657c467525b2e8cb33197005eeb7a1",
    ]);
  });
});
