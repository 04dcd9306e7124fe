import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize, countWord } from "../lib/format.ts";
import { FromPack } from "../rules/from-pack.tsx";
import { joinNames, peopleOf, formatSpan, times } from "./format-proposal.ts";

export function Rationale({ proposal }: { readonly proposal: Proposal }) {
  const { version, flag, effect } = proposal;
  return (
    <Section title="Why this is proposed">
      <p className="max-w-[76ch] text-row leading-[23px]">
        <Origin proposal={proposal} /> <FromPack pack={version.pack} /> <Said proposal={proposal} />
        {flag === null ? null : (
          <>
            {" "}
            The version in force {FOUND[flag.verdict]}: {withFullStop(flag.reason)}
          </>
        )}
        {effect === null || flag !== null
          ? null
          : effect.version === version.version
            ? ` ${withFullStop(capitalize(effect.rationale))}`
            : ` Version ${effect.version} is in force: ${withFullStop(effect.rationale)}`}
      </p>
      {version.reason === "" || version.proposed_by.trust !== "person" ? null : (
        <blockquote className="serif mt-2 max-w-[70ch] border-l-2 border-hair-2 pl-3 text-quote text-ink-2 italic">
          <VisibleText text={version.reason} />
        </blockquote>
      )}
    </Section>
  );
}

const FOUND = {
  worse: "was found to make it worse",
  ineffective: "was found not to help",
  needless: "may no longer be needed",
} as const;

const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

function Said({ proposal }: { readonly proposal: Proposal }) {
  const { occurrences, first, last, agents } = proposal.evidence;
  if (occurrences === 0 || first === null || last === null) {
    return "No feedback is attached.";
  }
  const people = peopleOf(proposal);
  const who =
    people === 0 ? "Tools" : people === 1 ? "One person" : `${capitalize(countWord(people))} people`;
  const [only] = agents;
  const where =
    only === undefined
      ? ""
      : agents.length === 1
        ? `, ${occurrences === 1 ? "" : "each time "}in ${only.agent}’s work`
        : `, ${joinNames(agents.slice(0, 4).map(({ agent, count }) => `${times(count)} in ${agent}’s work`))}`;
  return (
    <>
      {who} corrected this{" "}
      <b className="font-semibold">
        {times(occurrences)}
        {occurrences === 1 ? "" : ` in ${formatSpan(first, last)}`}
      </b>
      {where}, {occurrences === 1 ? "" : "the last time "}
      <Ago time={last} />.
    </>
  );
}

function Origin({ proposal: { version, earlier, changes } }: { readonly proposal: Proposal }) {
  const { origin, proposed_by, note, restores, pack } = version;
  const by = proposed_by.trust === "person" ? proposed_by.id : "Emend";
  const because = note === null ? "." : `: “${note}”`;
  const before =
    earlier === null || origin !== "proposed_again"
      ? ""
      : ` It was ${earlier.status} before by ${earlier.by}; there has been more feedback since.`;
  switch (origin) {
    case "proposed":
      return proposed_by.trust === "person"
        ? `${by} proposed it${pack === undefined ? " by hand" : ""}.`
        : null;
    case "proposed_again":
      return `${by} proposes it again.${before}`;
    case "modified":
      // Without changes to compare, the previous version had no text.
      return changes === null ? `${by} wrote it${because}` : `${by} changed it${because}`;
    case "rolled_back":
      return `${by} wants version ${restores ?? "?"} back${because}`;
  }
}
