import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { capital, countWord } from "../lib/format.ts";
import { listed, peopleOf, spanWords, times } from "./format-proposal.ts";

/** Why people are asked, in plain words. */
export function Why({ proposal }: { readonly proposal: Proposal }) {
  const { version, flag, effect } = proposal;
  return (
    <Section title="Why this is proposed">
      <p className="max-w-[76ch] text-row leading-[23px]">
        <Origin proposal={proposal} /> <Said proposal={proposal} />
        {flag === null ? null : (
          <>
            {" "}
            What is in force was found {flag.verdict === "worse" ? "to make it worse" : "not to help"}:{" "}
            {flag.reason}
          </>
        )}
        {effect === null || flag !== null
          ? null
          : effect.version === version.version
            ? ` ${effect.rationale}`
            : ` What is in force, version ${effect.version}, did this: ${effect.rationale}`}
      </p>
      {version.reason === "" || version.proposed_by.trust !== "person" ? null : (
        <blockquote className="serif mt-2 max-w-[70ch] border-l-2 border-hair-2 pl-3 text-quote text-ink-2 italic">
          <VisibleText text={version.reason} />
        </blockquote>
      )}
    </Section>
  );
}

function Said({ proposal }: { readonly proposal: Proposal }) {
  const { occurrences, first, last, agents } = proposal.evidence;
  if (occurrences === 0 || first === null || last === null) {
    return "No feedback is kept that speaks for it: it stands on their word.";
  }
  const people = peopleOf(proposal);
  const who = people === 0 ? "Tools" : people === 1 ? "One person" : `${capital(countWord(people))} people`;
  const [only] = agents;
  const where =
    only === undefined
      ? ""
      : agents.length === 1
        ? `, ${occurrences === 1 ? "" : "each time "}in ${only.agent}’s work`
        : `, ${listed(agents.slice(0, 4).map(({ agent, count }) => `${times(count)} in ${agent}’s work`))}`;
  return (
    <>
      {who} corrected this{" "}
      <b className="font-semibold">
        {times(occurrences)}
        {occurrences === 1 ? "" : ` in ${spanWords(first, last)}`}
      </b>
      {where}, the last time <Ago time={last} />.
    </>
  );
}

function Origin({ proposal: { version, earlier, changes } }: { readonly proposal: Proposal }) {
  const { origin, proposed_by, note, restores } = version;
  const by = proposed_by.trust === "person" ? proposed_by.id : "Emend";
  const because = note === null ? "." : `: “${note}”`;
  const before =
    earlier === null || origin !== "proposed_again"
      ? ""
      : ` It was ${earlier.status} before by ${earlier.by}; more has been said since.`;
  switch (origin) {
    case "proposed":
      return proposed_by.trust === "person" ? `${by} proposed it by hand.` : null;
    case "proposed_again":
      return `${by} proposes it again.${before}`;
    case "modified":
      // Without anything to compare with, the version before had no words.
      return changes === null ? `${by} wrote it${because}` : `${by} changed it${because}`;
    case "rolled_back":
      return `${by} wants version ${restores ?? "?"} back${because}`;
  }
}
