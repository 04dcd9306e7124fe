import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { oneFeedback } from "../feedback/feedback-queries.ts";
import { plural } from "../lib/format.ts";
import { describeOccurrence, type Timeline } from "./describe-week.ts";
import { timelineQuery } from "./rule-queries.ts";

const SHOWN = 3;
const MAX_LINES = 8;

/** The newest mistakes since the rule took effect: what the rule says beside what the agent did. */
export function CameBack({ rule, text }: { readonly rule: string; readonly text: string }) {
  const { data } = useQuery(timelineQuery(rule, true));
  const since = data?.versions[0]?.from;
  const all = since === undefined ? [] : (data?.occurrences ?? []).filter(({ time }) => time >= since);
  const newest = all.slice(0, SHOWN);
  const records = useQueries({
    queries: newest.map(({ feedback_id }) => oneFeedback(feedback_id)),
  });
  if (newest.length === 0) return null;
  return (
    <Section
      title="It came back"
      end={`${plural(all.length, "time")} since it took effect${all.length > SHOWN ? `, the newest ${SHOWN}` : ""}`}
    >
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <div>
          <p className="text-meta text-ink-3">The rule says</p>
          <p className="serif text-quote">
            <VisibleText text={text} isOneLine />
          </p>
        </div>
        <ol>
          {newest.map((one, at) => (
            <li key={one.feedback_id} className="min-w-0 border-b border-hair py-3 first:pt-0 last:border-0">
              <Done occurrence={one} record={records[at]?.data} error={records[at]?.error ?? null} />
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function Done({
  occurrence,
  record,
  error,
}: {
  readonly occurrence: Timeline["occurrences"][number];
  readonly record: Schemas["Feedback"] | undefined;
  readonly error: Error | null;
}) {
  const wrong = linesOf(record?.correction?.diff, "-");
  const right = linesOf(record?.correction?.diff, "+");
  const said = record?.comment ?? record?.wrong;
  return (
    <div>
      <p className="flex items-start gap-2 text-meta text-ink-3">
        <Mark name="query" tone={occurrence.injected === true ? "red" : "ink"} size={14} />
        <span>{describeOccurrence(occurrence)}</span>
      </p>
      {error !== null ? (
        <p className="text-second text-ink-2">{error.message}</p>
      ) : record === undefined ? (
        <div aria-busy="true" className="skeleton my-1 h-10" />
      ) : (
        <>
          {record.target?.path === undefined ? null : (
            <p className="mono break-words text-ink-2">
              <VisibleText text={record.target.path} isOneLine />
            </p>
          )}
          {wrong.length === 0 && right.length === 0 ? null : (
            <pre
              className="mono mt-1 overflow-x-auto"
              tabIndex={0}
              role="region"
              aria-label="What was corrected"
            >
              {wrong.map((line, at) => (
                <del key={`- ${at}`} className="block bg-sunk decoration-ink-3">
                  <VisibleText text={line} />
                </del>
              ))}
              {right.map((line, at) => (
                <ins key={`+ ${at}`} className="block bg-green-wash no-underline">
                  <VisibleText text={line} />
                </ins>
              ))}
            </pre>
          )}
          {said === undefined ? null : (
            <p className="serif mt-1 text-quote break-words">
              <VisibleText text={said.slice(0, 400)} />
            </p>
          )}
          <p className="mt-1 text-meta text-ink-2">
            {said === undefined ? "Corrected" : "Said"} by {record.author.id}.{" "}
            <Link to="/feedback/$feedback" params={{ feedback: record.id }}>
              What happened
            </Link>
          </p>
        </>
      )}
    </div>
  );
}

function linesOf(diff: string | undefined, sign: "-" | "+"): readonly string[] {
  if (diff === undefined) return [];
  return diff
    .split("\n", 400)
    .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)) && line.trim() !== sign)
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, 300));
}
