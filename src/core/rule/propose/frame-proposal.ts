import { countEvidence } from "../../evaluation/count-evidence.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { isEvidence } from "../../feedback/is-evidence.ts";
import { byCodeUnits } from "../../text/by-code-units.ts";
import { MAX_AGENTS, MAX_EVIDENCE, MAX_GLOB } from "../limits.ts";
import type { RuleScope } from "../rule.ts";
import { commonGlob } from "./common-glob.ts";
import { type EvidenceSummary, summariseEvidence } from "./evidence-summary.ts";

/** All of a proposal that follows from its evidence, whoever words it. */
export interface ProposalFrame {
  /** The evidence, oldest first, without the words of outsiders. */
  readonly feedback: readonly Feedback[];
  readonly evidence: readonly string[];
  readonly affected_agents: readonly string[];
  readonly scope: RuleScope;
  readonly summary: EvidenceSummary;
  readonly count: ReturnType<typeof countEvidence>;
  /** Who said it how often, in plain words. */
  readonly why: string;
}

/** Nothing if only outsiders said it. The order of the feedback makes no difference. */
export function frameProposal(all: readonly Feedback[]): ProposalFrame | undefined {
  const feedback = all
    .filter(isEvidence)
    .toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id));
  if (feedback.length === 0) return undefined;
  const agents = [...new Set(feedback.flatMap(({ agent }) => agent ?? []))].toSorted(byCodeUnits);
  const summary = summariseEvidence(feedback);
  const count = countEvidence(feedback.map(({ id, author }) => ({ feedback_id: id, author })));
  return {
    feedback,
    evidence: feedback.slice(-MAX_EVIDENCE).map(({ id }) => id),
    affected_agents: agents,
    scope: scopeOf(feedback, agents),
    summary,
    count,
    why: whyOf(summary, count.reviewers, agents),
  };
}

/** For the agents that made the mistake, and for the files it was made in where all of it lies together. */
function scopeOf(feedback: readonly Feedback[], agents: readonly string[]): RuleScope {
  const known = feedback.every(({ agent }) => agent !== undefined) && agents.length <= MAX_AGENTS;
  const paths = feedback.flatMap(({ target }) => target?.path ?? []);
  const glob = paths.length === feedback.length && paths.length > 1 ? commonGlob(paths) : undefined;
  return { agents: known ? agents : [], paths: glob === undefined || glob.length > MAX_GLOB ? [] : [glob] };
}

function whyOf(summary: EvidenceSummary, people: number, agents: readonly string[]): string {
  const times = summary.occurrences === 1 ? "Said once" : `Said ${summary.occurrences} times`;
  const who = people === 0 ? "by tools" : people === 1 ? "by one person" : `by ${people} people`;
  const [first, last] = [summary.first.slice(0, 10), summary.last.slice(0, 10)];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const whom =
    agents.length === 0 ? "" : agents.length === 1 ? ` to ${agents[0]}` : ` to ${agents.length} agents`;
  return `${times} ${who}${whom}, ${when}.`;
}
