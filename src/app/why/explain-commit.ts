import { appliesTo } from "../../core/check/active-check.ts";
import { checkVersion } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { readAgentModel } from "../../core/feedback/agent-model.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { faultOf } from "../../core/feedback/kind-of-feedback.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { InjectedRule, Injection } from "../../core/rule/injection.ts";
import { findVersion, holdsFor, type Rule } from "../../core/rule/rule.ts";
import { checkAt } from "../../core/why/check-at.ts";
import type { NoteClaim } from "../../core/why/commit-note.ts";
import type {
  Certainty,
  CheckThen,
  CommitStory,
  GivenRule,
  LaterFeedback,
  LaterRecurrence,
  RunStory,
  SaidWords,
  WithheldRule,
} from "../../core/why/commit-story.ts";
import { signedRule } from "../../core/why/prompt-change.ts";
import { ruleAt } from "../../core/why/rule-at.ts";
import type { Store } from "../../ports/store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { type PromptHistory, readHistory } from "./read-history.ts";

export interface CommitQuestion {
  /** Its id, or the start of one. */
  readonly commit: string;
  /** When it was committed, if the repository is at hand; for commits that nobody recorded. */
  readonly committed_at?: string;
  /** What its git note claims. */
  readonly claims?: readonly NoteClaim[];
  /** Files that the story is about; checks and rules for other files are left out. */
  readonly files?: readonly string[];
}

export interface CommitStoryProblem {
  readonly code: "invalid_commit" | "commit_ambiguous" | "commit_not_recorded";
  readonly message: string;
}

/** In hours: how long before its commit a run may have started, if nothing says which run made it. */
const PROBABLE_HOURS = 4;
const MAX_PROBABLE = 3;
const MAX_RUNS = 20;
const MAX_CORRECTIONS = 3;
const MAX_FEEDBACK = 50;
const FEEDBACK_PAGES = 4;
const PAGE = 500;
const MAX_MEMBERS = 200;
const MAX_RECURRENCES = 20;

/** What the agent had when it made a commit, and what became of the work. */
export const explainCommit =
  (store: Store) =>
  async (question: CommitQuestion): Promise<Result<CommitStory, CommitStoryProblem>> => {
    const { commit, claims = [], committed_at, files = [] } = question;
    if (!/^[0-9a-f]{7,64}$/.test(commit))
      return fail({
        code: "invalid_commit",
        message: "expected the id of a commit, or at least its first 7 digits",
      });
    const recorded = await store.runs.ofCommit(commit);
    const ids = [...new Set(recorded.map((each) => each.commit))];
    if (ids.length > 1)
      return fail({
        code: "commit_ambiguous",
        message: `${commit} is the start of ${ids.length} recorded commits; use more digits`,
      });
    const known: KnownRun[] = [
      ...recorded.map((each) => ({ ...each, certainty: "recorded" as const })),
      ...claims
        .filter(({ run, agent }) => !recorded.some((each) => each.run === run && each.agent === agent))
        .map((claim) => ({ ...claim, rules: [], reminders: [], certainty: "noted" as const })),
    ];
    const found = known.length > 0 ? known : await probableRuns(store, committed_at);
    if (found.length === 0)
      return fail({
        code: "commit_not_recorded",
        message: "no run is recorded for this commit: neither the hook nor a git note says which run made it",
      });
    const history = await readHistory(store);
    const runs: RunStory[] = [];
    for (const run of found.slice(0, MAX_RUNS)) runs.push(await storyOf(store, history, run, files));
    return ok({ commit: ids[0] ?? commit, runs });
  };

interface KnownRun extends NoteClaim {
  readonly rules: readonly InjectedRule[];
  readonly reminders: readonly string[];
  readonly certainty: Certainty;
}

/** The newest run of each agent that was given rules shortly before the commit. */
async function probableRuns(store: Store, until: string | undefined): Promise<readonly KnownRun[]> {
  if (until === undefined) return [];
  const from = new Date(Date.parse(until) - PROBABLE_HOURS * 3_600_000).toISOString();
  const injections = await store.runs.injections({ from, until, limit: PAGE });
  const byAgent = Map.groupBy(injections, ({ agent }) => agent);
  return [...byAgent.values()].slice(0, MAX_PROBABLE).map(([newest]) => {
    const { run, agent, time, ...rest } = newest!;
    const model = readAgentModel(rest);
    return { run, agent, time, ...model, rules: [], reminders: [], certainty: "probable" as const };
  });
}

async function storyOf(
  store: Store,
  history: PromptHistory,
  known: KnownRun,
  files: readonly string[],
): Promise<RunStory> {
  const { run, agent, time, certainty } = known;
  const injection = await store.rules.findInjection(run, agent);
  const rules = new Map(history.rules.map((rule) => [rule.id, rule]));
  const given = givenRules(injection, known).filter(({ rule_id, version }) =>
    isAbout(rules.get(rule_id), version, files),
  );
  const recurrences = await laterRecurrences(store, given, rules, { agent, after: time });
  return {
    run,
    agent,
    time,
    task: injection?.task ?? null,
    certainty,
    ...readAgentModel(known),
    ...(injection === undefined ? {} : readAgentModel(injection)),
    prompt_recorded: injection !== undefined,
    rules: await Promise.all(given.map((each) => describeRule(store, rules, each))).then((all) => all.flat()),
    withheld: withheldRules(injection, rules, files),
    withheld_more: injection?.withheld_more ?? 0,
    reminders: await wordsOf(store, known.reminders),
    checks: checksThen(history, { agent, at: time, files }),
    feedback: await laterFeedback(store, { run, agent, task: injection?.task ?? null, since: time }),
    recurrences: recurrences.slice(0, MAX_RECURRENCES),
    recurrences_more: Math.max(0, recurrences.length - MAX_RECURRENCES),
  };
}

type Given = InjectedRule & { readonly given: GivenRule["given"] };

/** The rules of the prompt, then those that were only given for files. */
function givenRules(injection: Injection | undefined, { rules }: KnownRun): readonly Given[] {
  const prompt = (injection?.rules ?? []).map((each) => ({ ...each, given: "prompt" as const }));
  const inPrompt = new Set(prompt.map(({ rule_id, version }) => `${rule_id} ${version}`));
  return [
    ...prompt,
    ...rules
      .filter(({ rule_id, version }) => !inPrompt.has(`${rule_id} ${version}`))
      .map((each) => ({ ...each, given: "files" as const })),
  ];
}

function isAbout(rule: Rule | undefined, number: number, files: readonly string[]): boolean {
  const version = rule && findVersion(rule, number);
  return (
    files.length === 0 ||
    version === undefined ||
    files.some((file) => appliesTo({ scope: version.scope }, file))
  );
}

async function describeRule(
  store: Store,
  rules: ReadonlyMap<string, Rule>,
  { rule_id, version: number, given, trial }: Given,
): Promise<readonly GivenRule[]> {
  const [signed] = signedRule(rules, rule_id, number);
  const rule = rules.get(rule_id);
  const version = rule && findVersion(rule, number);
  if (signed === undefined || rule === undefined || version === undefined) return [];
  return [
    {
      ...signed,
      given,
      trial: trial ?? null,
      in_force_since: version.decided_at,
      corrections: await wordsOf(store, version.evidence.slice(0, MAX_CORRECTIONS)),
      now: { status: rule.status, version: rule.in_force },
    },
  ];
}

const withheldRules = (
  injection: Injection | undefined,
  rules: ReadonlyMap<string, Rule>,
  files: readonly string[],
): readonly WithheldRule[] =>
  (injection?.withheld ?? []).flatMap((one) => {
    const rule = rules.get(one.rule_id);
    const version = rule && findVersion(rule, one.version);
    // Rules for other agents and files were never meant for this work.
    if (version === undefined || one.reason === "other_agent" || !isAbout(rule, one.version, files))
      return [];
    return [{ ...one, text: version.text }];
  });

async function wordsOf(store: Store, ids: readonly string[]): Promise<readonly SaidWords[]> {
  if (ids.length === 0) return [];
  const found = new Map((await store.feedback.findAll(ids)).map((record) => [record.id, record]));
  return ids.flatMap((id) => {
    const record = found.get(id);
    return record === undefined ? [] : [saidWords(record)];
  });
}

const saidWords = (record: Feedback): SaidWords => ({
  feedback_id: record.id,
  words: faultOf(record),
  by: record.author.id,
  time: record.time,
});

/** The checks of rules in force for the agent that ran at the time. */
function checksThen(
  { rules, checks, entries }: PromptHistory,
  { agent, at, files }: { readonly agent: string; readonly at: string; readonly files: readonly string[] },
): readonly CheckThen[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return checks.flatMap((check): readonly CheckThen[] => {
    const rule = byId.get(check.rule_id);
    const inForce = rule && ruleAt(rule, at, false);
    const version = inForce && findVersion(inForce, inForce.in_force);
    if (version === undefined || !holdsFor(version.scope, agent)) return [];
    if (files.length > 0 && !files.some((file) => appliesTo({ scope: version.scope }, file))) return [];
    const then = checkAt(check, entries, at);
    if (then === undefined) return [];
    const named = { check_id: check.id, rule_id: check.rule_id };
    if (then === "unknown") return [{ ...named, version: null, state: then, approved_by: [] }];
    const running = checkVersion(then, then.running);
    if (running === undefined) return [];
    const approved_by = running.approvals.filter((each) => each.at <= at).map(({ by }) => by);
    return [{ ...named, version: running.version, state: then.state, approved_by }];
  });
}

/** What was said about the run or its task afterwards, oldest first. */
async function laterFeedback(
  { feedback }: Store,
  about: {
    readonly run: string;
    readonly agent: string;
    readonly task: string | null;
    readonly since: string;
  },
): Promise<readonly LaterFeedback[]> {
  const { run, agent, task, since } = about;
  const found: LaterFeedback[] = [];
  let after: string | undefined;
  for (let page = 0; page < FEEDBACK_PAGES; page += 1) {
    const read = await feedback.list({ agent, since, limit: PAGE, ...defined({ after }) });
    for (const record of read.items) {
      if (record.run !== run && (task === null || record.task !== task)) continue;
      found.push({ ...saidWords(record), outcome: record.outcome });
    }
    after = read.next;
    if (after === undefined) break;
  }
  return found.toReversed().slice(0, MAX_FEEDBACK);
}

/** The given rules' mistakes that the same agent made again, oldest first. */
async function laterRecurrences(
  { clusters }: Store,
  given: readonly Given[],
  rules: ReadonlyMap<string, Rule>,
  { agent, after }: { readonly agent: string; readonly after: string },
): Promise<readonly LaterRecurrence[]> {
  const found: LaterRecurrence[] = [];
  for (const { rule_id } of given) {
    const id = rules.get(rule_id)?.cluster_id ?? null;
    const cluster = id === null ? undefined : await currentCluster(clusters, id);
    if (cluster === undefined) continue;
    const { items } = await clusters.members(cluster.id, { limit: MAX_MEMBERS });
    for (const { feedback_id, time, agent: by } of items)
      if (by === agent && time > after) found.push({ rule_id, feedback_id, time });
  }
  return found.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}
