import { useState } from "react";
import { Ago } from "../components/time.tsx";
import { MarkedText } from "./marked-text.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { formatAgents, joinNames } from "./format-proposal.ts";
import { ruleText, TYPE_WORDS } from "../rules/rule-state.ts";

export function RuleHead({
  proposal,
  defer,
}: {
  readonly proposal: Proposal;
  readonly defer?: (() => void) | undefined;
}) {
  const { version, changes, warnings } = proposal;
  const [isMarked, setMarked] = useState(true);
  const changed = changes?.text;
  // Do not underline the whole text.
  const spans = warnings
    .map(({ span }) => span)
    .filter(({ start, end }) => end - start < version.text.length);
  return (
    <header>
      <p className="flex flex-wrap gap-x-5 text-second text-ink-2">
        <span>
          {TYPE_WORDS[version.type]} for <b className="font-semibold">{formatAgents(version.scope.agents)}</b>
        </span>
        <span>
          proposed <Ago time={version.proposed_at} />
        </span>
        {version.status === "pending" ? (
          <span>
            expires <Ago time={version.expires_at} />
            {defer === undefined ? null : (
              <button type="button" className="quiet ml-2 min-h-6 md:hidden" onClick={defer}>
                defer
              </button>
            )}
          </span>
        ) : null}
        {changed === undefined ? null : (
          <button
            type="button"
            className="quiet min-h-6 md:ml-auto"
            aria-pressed={isMarked}
            onClick={() => setMarked(!isMarked)}
          >
            {isMarked ? "Hide changes" : "Show changes"}
          </button>
        )}
      </p>
      <p
        className="serif mt-2 text-under-review break-words max-md:text-[23px] max-md:leading-8"
        aria-label={`Proposed rule, version ${version.version}`}
        role="group"
      >
        {version.wants_words !== undefined ? (
          <i>{ruleText(version)}</i>
        ) : changed !== undefined && isMarked ? (
          <MarkedText changes={changed} />
        ) : (
          <VisibleText text={version.text} spans={spans} isOneLine />
        )}
      </p>
      {version.wants_words === undefined ? (
        <Changed proposal={proposal} />
      ) : (
        <p className="mt-2 max-w-[76ch] text-row text-ink-2">
          <VisibleText text={version.wants_words.why} isOneLine />
        </p>
      )}
    </header>
  );
}

function Changed({ proposal: { version, changes } }: { readonly proposal: Proposal }) {
  if (changes === null) return null;
  const facts = [
    ...(changes.type === undefined ? [] : [`type ${changes.type.before} → ${changes.type.after}`]),
    ...(changes.agents === undefined
      ? []
      : [`for ${formatAgents(changes.agents.before)} → ${formatAgents(changes.agents.after)}`]),
    ...(changes.paths === undefined
      ? []
      : [`files ${filesOf(changes.paths.before)} → ${filesOf(changes.paths.after)}`]),
  ];
  return (
    <p className="mt-2 text-second text-ink-2">
      Version {version.version}, {version.origin === "modified" ? "changed" : "proposed"} by{" "}
      {version.proposed_by.id}, against version {changes.from}
      {facts.length === 0 ? "" : `: ${joinNames(facts)}`}.
      {version.origin === "modified" ? " Its approvals started over." : ""}
    </p>
  );
}

const filesOf = (paths: readonly string[]): string => (paths.length === 0 ? "all" : paths.join(", "));
