import type { RelatedRulesFound } from "./find-related-rules.ts";
import { type RuleVersion, findVersion, type Rule } from "./rule.ts";
import { ended } from "../text/ended.ts";
import { packEvidenceText, packOriginText } from "./pack-origin.ts";

export const PROPOSAL_REMARKS = [
  "warning",
  "conflict",
  "duplicate",
  "contradiction",
  "not_compared",
  "wants_words",
] as const;
export type ProposalRemark = (typeof PROPOSAL_REMARKS)[number];

/** What a person must look at before approving. A proposal without remarks may be approved together with others. */
export function proposalRemarks({
  warnings,
  related,
  contradictions,
  not_compared,
  version,
}: RelatedRulesFound & {
  readonly version: Pick<RuleVersion, "wants_words">;
  readonly warnings: readonly unknown[];
  readonly contradictions: readonly unknown[];
}): readonly ProposalRemark[] {
  const found: Readonly<Record<ProposalRemark, boolean>> = {
    warning: warnings.length > 0,
    conflict: related.some(({ relation }) => relation === "conflict"),
    duplicate: related.some(({ relation }) => relation === "duplicate"),
    contradiction: contradictions.length > 0,
    // Rules that were not compared may conflict.
    not_compared: not_compared > 0,
    wants_words: version.wants_words !== undefined,
  };
  return PROPOSAL_REMARKS.filter((remark) => found[remark]);
}

/** The evidence for a version, counted. */
export interface CountedEvidence {
  readonly occurrences: number;
  readonly people: number;
  readonly agents: number;
  readonly first: string | null;
  readonly last: string | null;
  /** How many of them are conventions from reviews of people's own work. */
  readonly conventions?: number;
}

/** Why people are asked about a version, in plain words. */
export function whyProposed(rule: Rule, version: RuleVersion, evidence: CountedEvidence): string {
  return [
    describeOrigin(version, rule),
    version.pack === undefined ? "" : `${packOriginText(version.pack)} ${packEvidenceText(version.pack)}`,
    version.pack !== undefined && evidence.occurrences === 0 ? "" : describeEvidence(evidence),
    describeEarlierAnswer(version),
    describeFlag(rule),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function describeOrigin({ origin, proposed_by, restores, note, version }: RuleVersion, rule: Rule): string {
  const why = note === null ? "" : `: ${note}`;
  const wanted = findVersion(rule, version - 1)?.wants_words !== undefined;
  if (wanted && proposed_by.trust === "person") return ended(`${proposed_by.id} wrote it${why}`);
  switch (origin) {
    case "proposed":
      if (proposed_by.trust === "person") return `${proposed_by.id} proposed it.`;
      return note === null ? "" : ended(`${note.charAt(0).toUpperCase()}${note.slice(1)}`);
    case "proposed_again":
      return `${proposed_by.trust === "person" ? proposed_by.id : "Emend"} proposes it again.`;
    case "modified":
      return ended(`${proposed_by.id} changed the words of an earlier version into version ${version}${why}`);
    case "rolled_back":
      return ended(`${proposed_by.id} wants version ${restores ?? "?"} back${why}`);
  }
}

function describeEvidence({
  occurrences,
  people,
  agents,
  first,
  last,
  conventions = 0,
}: CountedEvidence): string {
  if (occurrences === 0 || first === null || last === null) return "No feedback is kept that speaks for it.";
  const times = occurrences === 1 ? "Said once" : `Said ${occurrences} times`;
  const who = people === 0 ? "by tools only" : people === 1 ? "by one person" : `by ${people} people`;
  const whom = agents === 0 ? "" : agents === 1 ? " to one agent" : ` to ${agents} agents`;
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  const summary = `${times} ${who}${whom}, ${from === to ? `on ${from}` : `from ${from} to ${to}`}.`;
  if (conventions === 0) return summary;
  return `${summary} ${conventions === occurrences ? "All of it" : `${conventions} of it`} is from reviews of people's own work, kept as the repository's conventions.`;
}

function describeEarlierAnswer({ earlier }: RuleVersion): string {
  if (earlier === null) return "";
  const reason = earlier.reason === "" ? "" : `: ${earlier.reason}`;
  return ended(
    `Version ${earlier.version} was ${earlier.status} on ${earlier.at.slice(0, 10)} by ${earlier.by}${reason}`,
  );
}

const describeFlag = ({ flag }: Rule): string =>
  flag === null ? "" : ended(`Version ${flag.version} in force was found ${flag.verdict}: ${flag.reason}`);
