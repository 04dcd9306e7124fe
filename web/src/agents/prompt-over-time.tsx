import { formatMinute } from "../lib/format-date.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { Schemas } from "../api/contract.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { promptMomentsQuery } from "./agent-queries.ts";
import { PromptDiff } from "./prompt-diff.tsx";

type Moment = Schemas["PromptMoment"];

/** The agent's prompt at each moment when it changed, with what came, what left and who signed it. */
export function PromptOverTime({ agent }: { readonly agent: string }) {
  const { data, error, refetch } = useQuery(promptMomentsQuery(agent));
  const [chosen, setChosen] = useState<number>();
  const slider = useId();
  const moments = data?.moments ?? [];
  if (data !== undefined && moments.every(({ problem }) => problem !== null)) return null;
  const last = moments.length - 1;
  const at = Math.min(chosen ?? last, last);
  const moment = moments[at];
  return (
    <Section
      title="Prompt over time"
      end={
        data === undefined
          ? undefined
          : `${data.more ? "the newest " : ""}${plural(moments.length, "change")}`
      }
    >
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <div aria-busy="true" className="skeleton h-24" /> : null}
      {moment === undefined ? null : (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <label htmlFor={slider} className="text-second text-ink-2">
              From <time dateTime={moment.at}>{formatMinute(moment.at)}</time>
            </label>
            <span className="ml-auto flex gap-2">
              <Button disabled={at === 0} onClick={() => setChosen(at - 1)}>
                Earlier
              </Button>
              <Button disabled={at === last} onClick={() => setChosen(at + 1)}>
                Later
              </Button>
            </span>
          </div>
          <input
            id={slider}
            type="range"
            min={0}
            max={last}
            value={at}
            onChange={({ target }) => setChosen(target.valueAsNumber)}
            aria-valuetext={`change ${at + 1} of ${moments.length}, ${formatMinute(moment.at)}`}
            className="my-2 block h-6 w-full cursor-pointer accent-ink"
          />
          <div aria-live="polite">
            {moment.problem === null ? (
              <PromptThen agent={agent} moment={moment} before={moments[at - 1]} />
            ) : (
              <p className="text-second text-ink-2">
                The prompt from then on is not known: {moment.problem.message}.
              </p>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function PromptThen({
  agent,
  moment,
  before,
}: {
  readonly agent: string;
  readonly moment: Moment;
  readonly before: Moment | undefined;
}) {
  return (
    <>
      <div
        className="mono max-h-96 overflow-auto border border-hair p-3 whitespace-pre-wrap text-ink-2"
        tabIndex={0}
        role="region"
        aria-label={`${agent}’s prompt from ${formatMinute(moment.at)}`}
      >
        {moment.section === "" && (before?.section ?? "") === "" ? (
          <p>No rules.</p>
        ) : (
          <PromptDiff before={before?.section ?? ""} after={moment.section} />
        )}
      </div>
      <ul className="mt-2 text-second">
        {moment.added.map((rule) => (
          <li key={rule.rule_id} className="border-b border-hair py-2 last:border-0">
            <RuleLink {...rule} />
            <p className="text-meta text-ink-3 wrap-anywhere">
              {rule.replaces === null ? "Came in" : `Replaced version ${rule.replaces}`} as version{" "}
              {rule.version}. Proposed by {rule.proposed_by}, {signedBy(rule)}
              {rule.evidence === 0 ? "" : `, from ${plural(rule.evidence, "correction")}`}.
            </p>
          </li>
        ))}
        {moment.removed.map((rule) => (
          <li key={rule.rule_id} className="border-b border-hair py-2 last:border-0">
            <RuleLink {...rule} />
            <p className="text-meta text-ink-3 wrap-anywhere">
              Left: {rule.by === null ? (LEFT[rule.why] ?? rule.why) : `retired by ${rule.by}`}
              {rule.reason === null ? (
                "."
              ) : (
                <>
                  . “<VisibleText text={rule.reason} />”
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

const LEFT: Readonly<Record<string, string>> = {
  retired: "retired",
  other_agent: "it is for other agents now",
  other_files: "it is for other files now",
  flagged: "flagged",
  empty: "its text is empty",
  check: "a check enforces it now",
  limit: "there were more rules than a prompt may have",
  budget: "it no longer fitted into the token budget",
  consolidated_into: "another rule covers it",
};

const signedBy = ({ approvals }: Pick<Moment["added"][number], "approvals">): string =>
  approvals.length === 0
    ? "approved by nobody on record"
    : `approved by ${approvals.map(({ by }) => by).join(" and ")}`;

function RuleLink({ rule_id, text }: { readonly rule_id: string; readonly text: string }) {
  return (
    <Link
      to="/rules/$rule"
      params={{ rule: rule_id }}
      className="plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline"
    >
      <VisibleText text={text} />
    </Link>
  );
}
