import type { Session } from "../api/session.ts";
import { Cost } from "./cost.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { Signatures } from "./signatures.tsx";
import { TextWarnings } from "./text-warnings.tsx";
import { Section } from "../components/section.tsx";
import { withUnit, Ago } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import { Mark } from "../components/mark.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { formatAgents, times } from "./format-proposal.ts";
import { WorkAlone } from "../settings/work-alone.tsx";
import { TYPE_WORDS } from "../rules/rule-state.ts";

export function Margin({ proposal, session }: { readonly proposal: Proposal; readonly session: Session }) {
  const needsText = proposal.version.wants_words !== undefined;
  return (
    <>
      <div className="max-lg:hidden">
        <Signatures proposal={proposal} session={session} />
        {needsText ? null : <TextWarnings text={proposal.version.text} warnings={proposal.warnings} />}
      </div>
      <Earlier proposal={proposal} />
      {needsText ? null : (
        <>
          <Cost proposal={proposal} />
          <Benefit proposal={proposal} />
        </>
      )}
      <ScopeSection proposal={proposal} />
      {/* Last, because it comes later than the rest and must move nothing. */}
      {proposal.version.status === "pending" && proposal.approval.missing > 0 ? <WorkAlone /> : null}
    </>
  );
}

function Benefit({ proposal: { benefit } }: { readonly proposal: Proposal }) {
  const { score, per_week, agents, confidence } = benefit;
  return (
    <Section title="Expected benefit" end={score.toFixed(2)}>
      <p className="text-second text-ink-2">
        {per_week === 0 ? (
          "No corrections in the last four weeks."
        ) : (
          <>
            Said <b className="font-semibold text-ink">{howOften(per_week)}</b> in the last four weeks, to{" "}
            {plural(agents, "agent")}. {withUnit(Math.round(confidence * 100), "%")} confidence that these are
            one pattern. The score only orders the queue.
          </>
        )}
      </p>
    </Section>
  );
}

function Earlier({ proposal: { earlier } }: { readonly proposal: Proposal }) {
  if (earlier === null) return null;
  return (
    <Section title="Proposed before">
      <div className="flex gap-3">
        <Mark name="dele" />
        <div>
          {earlier.reason === "" ? null : (
            <p className="serif text-quote italic">
              “<VisibleText text={earlier.reason} />”
            </p>
          )}
          <p className="text-second text-ink-2">
            Version {earlier.version} {earlier.status} by {earlier.by}, <Ago time={earlier.at} />
          </p>
        </div>
      </div>
    </Section>
  );
}

function ScopeSection({ proposal: { version } }: { readonly proposal: Proposal }) {
  const { scope, type, insertion_point } = version;
  const rows: readonly (readonly [string, string])[] = [
    ["Type", TYPE_WORDS[type]],
    ["Agents", formatAgents(scope.agents)],
    ["Position", insertion_point.replaceAll("_", " ")],
  ];
  return (
    <Section title="Scope">
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-1 text-second">
        {rows.map(([name, words]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-words">{words}</dd>
          </div>
        ))}
        <dt className="text-ink-3">Files</dt>
        <dd className="break-words">
          {scope.paths.length === 0
            ? "all"
            : scope.paths.map((path) => (
                <code key={path} className="mono mr-2">
                  {path}
                </code>
              ))}
        </dd>
      </dl>
    </Section>
  );
}

/** Below once a week, how often it was said in the four weeks is easier to read. */
function howOften(perWeek: number): string {
  if (perWeek < 1) return times(Math.round(perWeek * 4));
  return perWeek === 1 ? "once a week" : `${perWeek} times a week`;
}
