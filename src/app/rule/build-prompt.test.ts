import { sha256 } from "../../drivers/crypto/sha256.ts";
import { describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_TEXT, EXAMPLE_TIME, person } from "../../../test/examples/example-rule.ts";
import { type RuleText, ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { buildPrompt } from "./build-prompt.ts";
import { decideRule } from "./decide-rule.ts";

const partsOf = (store: Store) => ({
  rules: store.rules,
  trials: store.trials,
  runs: store.runs,
  checks: store.checks,
  people: store.people,
  policy: DEFAULT_RULE_POLICY,
  hash: sha256,
  now: () => EXAMPLE_TIME,
});

async function activate(store: Store, change: Partial<RuleText>): Promise<string> {
  const rule: RuleText = { ...EXAMPLE_TEXT, ...change };
  const id = ruleId(rule);
  const decide = decideRule(partsOf(store));
  await decide(id, {
    type: "propose",
    id,
    by: person("cy"),
    cluster_id: null,
    rule,
    evidence: [],
    confidence: null,
  });
  for (const by of ["ana", "bo"]) await decide(id, { type: "approve", by: person(by), version: 1 });
  return id;
}

const BASE = "You are rio.\n";

describe("buildPrompt", () => {
  it("003.6 adds the agent's rules after the base prompt, and writes down what went in", async () => {
    const store = await openTestStore();
    const id = await activate(store, {});
    const python = await activate(store, {
      text: "Name tests after what they show.",
      scope: { agents: [], paths: ["**/*.py"] },
    });
    await activate(store, { text: "Speak softly.", scope: { agents: ["kai"], paths: [] } });
    const built = await buildPrompt(partsOf(store))({
      agent: "rio",
      base: BASE,
      run: "run-1",
      task: "T-1",
      files: ["src/io.ts"],
    });
    expect(built).toMatchObject({
      ok: true,
      value: {
        recorded: true,
        rules: [{ rule_id: id, version: 1 }],
        withheld: [{ rule_id: python, reason: "other_files" }],
      },
    });
    expect(built.ok && built.value.prompt).toMatchInlineSnapshot(`
      "You are rio.

      ## Learned Rules (from feedback)

      Work this way:

      - Close every file handle in a finally block.
      "
    `);
    expect(await store.rules.findInjection("run-1", "rio")).toMatchObject({
      task: "T-1",
      rules: [{ rule_id: id, version: 1 }],
      withheld: [{ rule_id: python, reason: "other_files" }],
    });
    await store.close();
  });

  it("003.6 leaves the prompt as it is if there is no rule, and records nothing without a run", async () => {
    const store = await openTestStore();
    const built = await buildPrompt(partsOf(store))({ agent: "rio", base: BASE });
    expect(built).toMatchObject({ ok: true, value: { prompt: BASE, recorded: false, rules: [] } });
    expect(await store.rules.runs({ from: EXAMPLE_TIME, to: EXAMPLE_TIME })).toEqual([]);
    await store.close();
  });

  it("003.6 holds at most twenty rules, takes those that help, and says why others were withheld", async () => {
    const store = await openTestStore();
    const ids: string[] = [];
    const scope = { agents: [], paths: [] };
    for (const word of WORDS) ids.push(await activate(store, { text: `Check the ${word} twice.`, scope }));
    const twin = await activate(store, {
      text: `Check the ${WORDS[0]} twice!!`,
      scope: { agents: ["rio"], paths: [] },
    });
    let asked = 0;
    const built = await buildPrompt({
      ...partsOf(store),
      measure: (all) => {
        asked += 1;
        return Promise.resolve(
          new Map(
            all.map((id) => [id, { verdict: id === ids[21] ? "helping" : "not_enough", reduction: 0.9 }]),
          ),
        );
      },
    })({ agent: "rio", base: BASE, run: "r" });
    expect(asked).toBe(1);
    if (!built.ok) throw new Error(built.error.message);
    expect(built.value.rules).toHaveLength(20);
    expect(built.value.rules[0]?.rule_id).toBe(ids[21]);
    expect(built.value.withheld).toHaveLength(3);
    const merged = built.value.withheld.flatMap((each) =>
      each.reason === "consolidated_into" ? [each.rule_id, each.into] : [],
    );
    expect(new Set(merged), "two pieces of feedback take one place").toEqual(new Set([ids[0], twin]));
    const again = await buildPrompt(partsOf(store))({ agent: "rio", base: BASE, run: "r" });
    expect(again.ok && again.value.prompt).toContain("## Learned Rules");
    await store.close();
  });

  it.each([
    { why: "no agent", question: { agent: " ", base: "" }, code: "invalid_agent" },
    { why: "an empty run", question: { agent: "rio", base: "", run: "" }, code: "invalid_run" },
    {
      why: "a task too long",
      question: { agent: "rio", base: "", task: "x".repeat(257) },
      code: "invalid_task",
    },
  ])("refuses $why", async ({ question, code }) => {
    const store = await openTestStore();
    expect(await buildPrompt(partsOf(store))(question)).toMatchObject({ ok: false, error: { code } });
    await store.close();
  });
});

const WORDS =
  "invoice harbour lantern meadow orchard pencil quarry ribbon saddle timber umbrella vineyard walnut yarn zipper anchor bottle candle drawer engine feather garden".split(
    " ",
  );
