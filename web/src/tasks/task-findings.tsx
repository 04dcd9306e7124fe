import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { CLASS_MARKS, CLASS_WORDS, percentOf, formatLocation } from "./format-task.ts";
import type { TaskHistory, TaskRound } from "./task-queries.ts";

export function TaskFindings({ rounds }: { readonly rounds: readonly TaskRound[] }) {
  return (
    <Section title="Rounds" end="newest first">
      <ol>
        {rounds.toReversed().map((round) => (
          <li key={round.number} className="border-b border-hair py-3 last:border-0">
            <h3 className="text-row font-medium">
              Round {round.number} of {round.max}: {round.score.toFixed(2)}, {round.verdict}
            </h3>
            <p className="text-meta text-ink-3 wrap-anywhere">{formatOutcome(round)}</p>
            {round.expected_verdict.given_fits ? null : (
              <p className="text-second text-red">
                Expected “{round.expected_verdict.verdict}”: {round.expected_verdict.reason}.
              </p>
            )}
            <ul className="mt-1">
              {round.items.map((item, at) => (
                <li key={`${item.issue_id} ${at}`} className="flex items-start gap-2 py-1">
                  <Mark
                    name={CLASS_MARKS[item.class]}
                    tone={item.class === "repeated" || item.class === "reversed" ? "red" : "ink"}
                  />
                  <div className="min-w-0">
                    <p className="serif text-quote wrap-anywhere">
                      <VisibleText text={item.issue} />
                    </p>
                    <p className="text-meta text-ink-3 wrap-anywhere">
                      {CLASS_WORDS[item.class]}, {formatLocation(item.location)}. {item.why}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function formatOutcome({ followed, improved, verified, recorded_by }: TaskRound): string {
  const sourceNote = (source: string): string => (source === "given" ? " (as reported)" : "");
  return [
    followed.value === null
      ? "Outcome not known yet"
      : `${percentOf(followed.value)} followed${sourceNote(followed.source)}`,
    ...(improved.value === null
      ? []
      : [`${improved.value ? "improved" : "not improved"}${sourceNote(improved.source)}`]),
    ...(verified === undefined ? [] : [verified ? "checked" : "failed its check"]),
    `recorded by ${recorded_by}`,
  ].join(", ");
}

export function TaskIssues({ issues }: { readonly issues: TaskHistory["issues"] }) {
  const repeated = issues.filter(({ count }) => count > 1);
  return (
    <Section
      title="Repeated issues"
      end={repeated.length === 0 ? undefined : plural(repeated.length, "issue")}
    >
      {repeated.length === 0 ? <p className="text-row text-ink-2">No repeated issues.</p> : null}
      <ul>
        {repeated.map((issue) => (
          <li key={issue.issue_id} className="border-b border-hair py-2 last:border-0">
            <p className="serif text-quote wrap-anywhere">
              <VisibleText text={issue.issue} />
            </p>
            <p className="text-meta text-ink-3 wrap-anywhere">
              {formatLocation(issue.location)}, {plural(issue.count, "round")} from {issue.first_round} to{" "}
              {issue.last_round}, {issue.open ? "open" : "gone"}
            </p>
            {issue.escalated_in.length === 0 ? null : (
              <p className="text-second text-red">Escalated in round {issue.escalated_in.join(", ")}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
