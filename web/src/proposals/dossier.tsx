import type { ReactNode } from "react";
import type { Session } from "../api/session.ts";
import { Section } from "../components/section.tsx";
import { Conflict } from "./conflict.tsx";
import { Contradictions } from "./contradictions.tsx";
import { Corrections } from "./corrections.tsx";
import { EvidencePlot } from "./evidence-plot.tsx";
import type { Proposal, Related } from "./proposal-queries.ts";
import { ReplaySection } from "./replay-section.tsx";
import { RuleHead } from "./rule-head.tsx";
import { Signatures } from "./signatures.tsx";
import { TextWarnings } from "./text-warnings.tsx";
import type { Settled } from "./use-settling.ts";
import { Rationale } from "./rationale.tsx";

export function Dossier({
  proposal,
  session,
  choiceOf,
  settle,
  modify,
  defer,
  write,
}: {
  readonly proposal: Proposal;
  readonly session: Session;
  readonly choiceOf: (related: Related) => Settled | undefined;
  readonly settle: (related: Related, choice: Settled) => void;
  readonly modify?: (() => void) | undefined;
  readonly defer?: (() => void) | undefined;
  readonly write?: ReactNode;
}) {
  const { approval } = proposal;
  const needsText = proposal.version.wants_words !== undefined;
  const isLast = approval.you?.can_approve === true && approval.missing === 1;
  return (
    <article
      className="relative px-5 md:min-h-[max(100%,calc(100dvh-92px))] pt-5 pb-10 md:pr-7 md:pl-[68px] md:before:absolute md:before:inset-y-0 md:before:left-12 md:before:w-px md:before:bg-hair"
      aria-label="Proposal"
    >
      <RuleHead proposal={proposal} defer={defer} />
      <div className="mt-5">
        {needsText ? <Corrections proposal={proposal} /> : null}
        {write}
        <Rationale proposal={proposal} />
        <div className="lg:hidden">
          <Signatures proposal={proposal} session={session} />
          {needsText ? null : <TextWarnings text={proposal.version.text} warnings={proposal.warnings} />}
        </div>
        {proposal.evidence.members.length === 0 ? null : (
          <Section title="Evidence over time">
            <EvidencePlot proposal={proposal} />
          </Section>
        )}
        {proposal.related.map((related) => (
          <Conflict
            key={`${related.rule_id}-${related.standing}`}
            proposal={proposal}
            related={related}
            choice={choiceOf(related)}
            settle={(choice) => settle(related, choice)}
            isLast={isLast}
            modify={modify}
          />
        ))}
        {proposal.not_compared === 0 ? null : (
          <p className="pb-6 text-second text-ink-2">
            {proposal.not_compared} more rules were not compared with it and may contradict it.
          </p>
        )}
        {needsText ? null : (
          <ReplaySection
            ruleId={proposal.rule_id}
            version={proposal.version.version}
            key={proposal.rule_id}
          />
        )}
        <Contradictions proposal={proposal} />
        {needsText ? null : <Corrections proposal={proposal} />}
      </div>
    </article>
  );
}
