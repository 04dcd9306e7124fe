import { composeEmend, type Emend } from "../src/compose.ts";
import { applyCheckCommand, type CheckCommand } from "../src/core/check/decide-check.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../src/core/evaluation/rule-policy.ts";
import { ruleId } from "../src/core/rule/rule.ts";
import { endTrial, startTrial } from "../src/core/trial/decide-trial.ts";
import { judgeTrial } from "../src/core/trial/judge-trial.ts";
import { forecastTrial } from "../src/core/trial/forecast-trial.ts";
import type { Store } from "../src/ports/store.ts";
import { decideAndSave } from "./contract/decide-and-save.ts";
import { drafting } from "./examples/example-check.ts";
import { EXAMPLE_TEXT, person, WRITER } from "./examples/example-rule.ts";
import { openTestStore } from "./open-test-store.ts";
import { testPorts } from "./test-ports.ts";

const POLICIES: readonly Partial<RulePolicy>[] = [{}, { withholdFlagged: true }, { tokenBudget: 900 }];
const RULES = 6;
const AGENTS = ["rio", "kai"] as const;
const TASKS = [undefined, "T-1", "T-2"] as const;
export const WALK_BASE = "You are an agent.\r\n\r\n```\ncode without an end";

/** What happens in a walk that is long enough. */
export const WALK_ACTS = [
  "approve",
  "check approve",
  "check block",
  "check draft",
  "check nudge",
  "check retire",
  "check stands in",
  "check watch",
  "end of trial",
  "flag",
  "hook",
  "keep",
  "modify",
  "propose",
  "reject",
  "retire",
  "roll_back",
  "second",
  "settings",
  "trial",
];

interface AnsweredPrompt {
  readonly agent: string;
  readonly at: string;
  readonly task?: string;
  readonly files: readonly string[];
  readonly prompt: string;
}

/**
 * Rules are approved, modified, rolled back, flagged, kept and retired, trials and checks turned on and off and settings
 * changed, one after another by chance; after each step agents ask for their prompts.
 */
export async function walkPrompts(random: () => number, steps: number) {
  let at = Date.parse("2026-03-01T09:00:00.000Z");
  const clock = (): string => new Date(at).toISOString();
  const store: Store = await openTestStore(() => new Date(at));
  const emends: readonly Emend[] = POLICIES.map((policy) =>
    composeEmend(testPorts(store, { now: clock, policy: { ...DEFAULT_RULE_POLICY, ...policy } })),
  );
  let emend = emends[0]!;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const ids = Array.from({ length: RULES }, (_, n) => ruleId({ cluster_id: `cl_${n}` }));
  const done = new Set<string>();
  const note = (what: string, ok: boolean): void => {
    if (ok) done.add(what);
  };

  const decide = async (id: string, what: string): Promise<void> => {
    const rule = await store.rules.find(id);
    const version = rule?.pending ?? rule?.in_force ?? 1;
    const text = `Do thing ${Math.floor(random() * 1_000)} of ${id.slice(3, 7)}.`;
    const scope = { agents: pick([[], ["rio"], ["kai", "mia"]]), paths: pick([[], ["src/**"]]) };
    const words = { ...EXAMPLE_TEXT, type: pick(["guideline", "constraint"] as const), text, scope };
    const cluster_id = `cl_${ids.indexOf(id)}`;
    const commands = {
      propose: {
        type: "propose",
        id,
        by: WRITER,
        cluster_id,
        rule: words,
        evidence: [`fb_${at}`],
        confidence: 0.8,
      },
      approve: { type: "approve", by: person("ana"), version },
      second: { type: "approve", by: person("ben"), version },
      modify: { type: "modify", by: person("ana"), version, rule: words },
      roll_back: {
        type: "roll_back",
        by: person("ben"),
        to: 1 + Math.floor(random() * (rule?.versions.length ?? 1)),
        reason: "It was better.",
      },
      flag: {
        type: "flag",
        by: WRITER,
        version,
        verdict: "ineffective",
        reduction: 0,
        reason: "It came back.",
        trial: "tr_1",
      },
      keep: { type: "keep", by: person("cy"), reason: "We want it." },
      retire: { type: "retire", by: person("ana"), reason: "No longer true." },
      reject: { type: "reject", by: person("ben"), version, reason: "No." },
    } as const;
    const command = commands[what as keyof typeof commands];
    note(what, typeof (await decideAndSave(store.rules, { id, command, now: clock() })) !== "string");
    if (what !== "approve" || random() < 0.2) return;
    at += 3;
    await decide(id, "second");
  };

  const trial = async (id: string): Promise<void> => {
    const rule = await store.rules.find(id);
    if (rule === undefined) return;
    const running = (await store.trials.running()).find(({ rule_id }) => rule_id === id);
    const change =
      running === undefined
        ? startTrial(
            rule,
            {
              id: `tr_${at}`,
              secret: `${at}`,
              kind: rule.in_force === null ? "introduction" : "withdrawal",
              share: 0.5,
              margin: 0.25,
              forecast: forecastTrial({ share: 0.5, recurrences: 30, tasks: 100, days: 28 }),
              by: person("ana"),
            },
            clock(),
          )
        : endTrial(
            running,
            {
              by: person("ana"),
              reason: "Enough.",
              verdict: null,
              judged: judgeTrial({ share: 0.5, recurrences: [] }),
            },
            clock(),
          );
    note(
      running === undefined ? "trial" : "end of trial",
      change.ok && (await store.trials.save(change.value)),
    );
  };

  const check = async (id: string): Promise<void> => {
    const [known = null] = await store.checks.ofRules([id]);
    const version = known?.pending ?? known?.running ?? 1;
    const by = person(pick(["ana", "ben"]));
    const commands: readonly CheckCommand[] = [
      drafting({
        rule_id: id,
        check: { kind: "structure", language: "javascript", rule: { pattern: `f${at}()` } },
      }),
      { type: "approve", by, version },
      { type: "approve", by, version },
      { type: "nudge", by, version },
      { type: "block", by, version },
      { type: "watch", by, version },
      { type: "retire", by, reason: "It is wrong." },
    ];
    const command = pick(commands);
    const change = applyCheckCommand(known, command, { now: clock(), policy: DEFAULT_RULE_POLICY });
    if (!change.ok || !(await store.checks.save(change.value))) return;
    note(`check ${command.type}`, true);
    if (command.type !== "approve") return;
    at += 3;
    const second = { ...command, by: person("cy") };
    const both = applyCheckCommand(change.value.state, second, { now: clock(), policy: DEFAULT_RULE_POLICY });
    if (both.ok) await store.checks.save(both.value);
  };

  /** The hook of an agent ran the checks, which is heard of some time later. */
  const hook = async (days: number): Promise<void> => {
    at += days * 86_400_000;
    const ran = (await store.checks.running()).map(({ id: check_id }) => ({ check_id, files: 1 }));
    const time = new Date(at - Math.floor(random() * 2 * 86_400_000)).toISOString();
    await store.checks.report({ time, ran, hits: [], hook_of: pick(AGENTS) });
    note("hook", ran.length > 0);
  };

  const answers: AnsweredPrompt[] = [];
  const ask = async (): Promise<void> => {
    at += 7;
    for (const agent of AGENTS) {
      const task = pick(TASKS);
      const files = pick([[], ["src/a.ts"], ["docs/a.md"]]);
      const question = { agent, base: WALK_BASE, files, ...(task === undefined ? {} : { task }) };
      const run = task !== undefined && random() < 0.5 ? { run: `run-${at}` } : {};
      const built = await emend.rules.buildPrompt({ ...question, ...run });
      if (!built.ok) throw new Error(built.error.message);
      note(
        "check stands in",
        built.value.withheld.some(({ reason }) => reason === "check"),
      );
      answers.push({
        agent,
        at: clock(),
        files,
        prompt: built.value.prompt,
        ...(task === undefined ? {} : { task }),
      });
    }
  };

  const acts = [
    "propose",
    "approve",
    "approve",
    "approve",
    "modify",
    "modify",
    "roll_back",
    "flag",
    "keep",
    "retire",
  ];
  for (let step = 0; step < steps; step += 1) {
    at += 1_000;
    const id = pick(ids);
    const chance = random();
    if (chance < 0.6) await decide(id, random() < 0.02 ? "reject" : pick(acts));
    else if (chance < 0.72) await trial(id);
    else if (chance < 0.86) await check(id);
    else if (chance < 0.95) await hook(pick([0, 0, 0, 3, 9]));
    else {
      emend = pick(emends);
      note("settings", true);
    }
    await ask();
  }
  return { store, emend, answers, done };
}
