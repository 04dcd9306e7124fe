import { describe, expect, it } from "vitest";
import { person, proposing, ruleAfter } from "../../../test/examples/example-rule.ts";
import { daysAfter } from "../time/time.ts";
import type { Rule } from "./rule.ts";
import { findNeedless, offerWithdrawals, type OfferFacts, type SunsetFacts } from "./sunset-rules.ts";

const inForce = ruleAfter(
  proposing(),
  { type: "approve", version: 1, by: person("ana") },
  { type: "approve", version: 1, by: person("ben") },
);
const RULE: Rule = { ...inForce, cluster_id: "cl_1" };
const START = RULE.in_force_since!;
const AGENT = "rio";
const scoped = (paths: readonly string[], agents: readonly string[] = []): Rule => ({
  ...RULE,
  versions: RULE.versions.map((version) => ({ ...version, scope: { agents, paths } })),
});
const facts = (parts: Partial<SunsetFacts> = {}): SunsetFacts => ({
  now: daysAfter(START, 61),
  work: [{ day: "2026-03-20", agent: AGENT, runs: 40 }],
  uses: new Map([[RULE.id, 3]]),
  covered: new Map(),
  onTrial: new Set(),
  ...parts,
});
const reasons = (rule: Rule, parts: Partial<SunsetFacts>) =>
  findNeedless([rule], facts(parts)).map(({ reason }) => reason);

describe("rules that may no longer be needed", () => {
  it("21.1 names a rule that no run was given in 60 days of work", () => {
    expect(findNeedless([RULE], facts())).toEqual([]);
    const unused = { uses: new Map<string, number>() };
    expect(findNeedless([RULE], facts(unused))).toMatchObject([
      {
        rule_id: RULE.id,
        version: 1,
        reason: "never_relevant",
        message: "none of the 40 runs of the last 60 days was given it",
      },
    ]);
    expect(reasons(RULE, { ...unused, now: daysAfter(START, 59) })).toEqual([]);
    expect(reasons(RULE, { ...unused, work: [{ day: "2026-03-20", agent: AGENT, runs: 19 }] })).toEqual([]);
    expect(reasons(scoped([], ["kai"]), unused)).toEqual([]);
    expect(reasons(scoped([], [AGENT]), unused)).toEqual(["never_relevant"]);
  });

  it("21.1 names a rule whose check tells the agent or refuses the edit", () => {
    for (const state of ["nudging", "blocking"] as const)
      expect(reasons(RULE, { covered: new Map([[RULE.id, state]]) })).toEqual(["covered_by_check"]);
  });

  it.each([
    { paths: ["services/old/**"], files: ["services/new/a.ts"], gone: true },
    { paths: ["services/old/**", "services/new/**"], files: ["services/new/a.ts"], gone: false },
    { paths: ["*.py"], files: ["deep/inside/a.py"], gone: false },
    { paths: [], files: ["a.ts"], gone: false },
    // A repository without files is one that could not be read.
    { paths: ["services/old/**"], files: [], gone: false },
    { paths: ["services/old/**"], files: undefined, gone: false },
  ])("21.1 says of $paths among $files that it is gone: $gone", ({ paths, files, gone }) => {
    const found = reasons(scoped(paths), files === undefined ? {} : { files });
    expect(found).toEqual(gone ? ["folder_gone"] : []);
  });

  it("21.1 leaves alone what is on trial, flagged, new, or was kept by people", () => {
    const covered = new Map([[RULE.id, "blocking" as const]]);
    expect(reasons(RULE, { covered, onTrial: new Set([RULE.id]) })).toEqual([]);
    expect(reasons(RULE, { covered, now: daysAfter(START, 6) })).toEqual([]);
    const flag = {
      by: "emend",
      at: START,
      reason: "x",
      version: 1,
      verdict: "needless",
      reduction: null,
    } as const;
    expect(reasons({ ...RULE, flag }, { covered })).toEqual([]);
    const kept = { ...RULE, measured_from: daysAfter(START, 30) };
    expect(reasons(kept, { covered, uses: new Map(), now: daysAfter(START, 80) })).toEqual([]);
    // Another 60 days without a run that was given it are new, unless a check stands in for the text.
    const later = { uses: new Map<string, number>(), now: daysAfter(START, 91) };
    expect(reasons(kept, later)).toEqual(["never_relevant"]);
    expect(reasons(kept, { ...later, covered })).toEqual([]);
  });
});

describe("rules that a new model may have made needless", () => {
  const NOW = daysAfter(START, 40);
  const day = (after: number): string => daysAfter(START, after).slice(0, 10);
  const runs = (after: number, model: string, count = 30, agent = AGENT) => ({
    day: day(after),
    agent,
    model,
    runs: count,
  });
  const offering = (parts: Partial<OfferFacts> = {}): OfferFacts => ({
    now: NOW,
    models: [runs(-5, "old"), runs(10, "old"), runs(30, "new"), runs(38, "new")],
    uses: new Map([[RULE.id, 100]]),
    onTrial: new Set(),
    lastTried: new Map(),
    exempt: new Set(),
    ...parts,
  });
  const offer = (parts: Partial<OfferFacts>, rule = RULE) => offerWithdrawals([rule], offering(parts));

  it("21.1 offers them with the tokens that they cost, the most expensive first", () => {
    const cost = RULE.versions[0]!.token_cost;
    expect(offer({})).toEqual([
      {
        rule_id: RULE.id,
        version: 1,
        text: RULE.versions[0]!.text,
        model: "new",
        since: day(30),
        saving: 100 * cost,
      },
    ]);
    const other = { ...RULE, id: `ru_${"b".repeat(32)}` };
    const both = offerWithdrawals(
      [RULE, other],
      offering({
        uses: new Map([
          [RULE.id, 5],
          [other.id, 6],
        ]),
      }),
    );
    expect(both.map(({ rule_id }) => rule_id)).toEqual([other.id, RULE.id]);
  });

  it.each([
    { why: "the model is older than the rule", models: [runs(-5, "new"), runs(38, "new")] },
    { why: "no other model is known", models: [runs(30, "new"), runs(38, "new")] },
    { why: "the new model had few runs", models: [runs(-5, "old"), runs(30, "new", 19)] },
    {
      why: "another agent changed its model",
      models: [runs(-5, "old"), runs(38, "old"), runs(38, "new", 90, "kai")],
    },
  ])("21.1 offers nothing if $why", ({ models }) => {
    expect(offer({ models }, scoped([], [AGENT]))).toEqual([]);
  });

  it("21.1 offers nothing that is on trial, exempt, unused, tried with this model, or has no known mistake", () => {
    expect(offer({ onTrial: new Set([RULE.id]) })).toEqual([]);
    expect(offer({ exempt: new Set([RULE.id]) })).toEqual([]);
    expect(offer({ uses: new Map() })).toEqual([]);
    expect(offer({ lastTried: new Map([[RULE.id, daysAfter(START, 31)]]) })).toEqual([]);
    expect(offer({ lastTried: new Map([[RULE.id, daysAfter(START, 20)]]) })).toHaveLength(1);
    expect(offer({}, { ...RULE, cluster_id: null })).toEqual([]);
  });
});
