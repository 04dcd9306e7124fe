import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { VisibleText } from "../components/visible-text.tsx";
import type { Replay } from "./proposal-queries.ts";

type ReplayCase = Replay["checks"][number]["accepted"]["cases"][number];
type Remark = NonNullable<Replay["words"]>["remarks"][number];

const FIRST = 3;

/** Places that a check would have found, each with where to look it up. */
export function ReplayCases({
  title,
  cases,
}: {
  readonly title: string;
  readonly cases: readonly ReplayCase[];
}) {
  const { shown, more } = useFirst(cases, title);
  if (cases.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="mb-1 text-second font-medium">{title}</h3>
      <ul>
        {shown.map((one) => (
          <li key={`${one.id} ${one.path} ${one.line}`} className="border-b border-hair py-2 last:border-0">
            <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
              <span className="mono min-w-0 break-all text-ink">{one.path ?? "no file"}</span>
              <Place place={one} />
            </p>
            <p className="mono mt-1 break-words">
              <VisibleText text={one.code} />
            </p>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

function Place({ place: { found_in, id, line, origin, path } }: { readonly place: ReplayCase }) {
  const about = path ?? "no file";
  if (found_in === "commit")
    return (
      <span>
        line {line}, commit <code className="mono">{id.slice(0, 10)}</code>
      </span>
    );
  if (found_in === "submission")
    return (
      <Link to="/inbox/$submission" params={{ submission: id }} aria-label={`accepted work: ${about}`}>
        accepted work
      </Link>
    );
  if (origin !== null && "feedback" in origin)
    return (
      <Link to="/feedback/$feedback" params={{ feedback: origin.feedback }} aria-label={`history: ${about}`}>
        history
      </Link>
    );
  if (origin !== null && "url" in origin && /^https?:\/\//.test(origin.url))
    return (
      <a href={origin.url} rel="noreferrer" aria-label={`review: ${about}`}>
        review
      </a>
    );
  return (
    <span>
      {origin !== null && "commit" in origin ? `commit ${origin.commit.slice(0, 10)}` : "a conversation"}
    </span>
  );
}

/** Past remarks that the rule would have covered. */
export function CoveredRemarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  const { shown, more } = useFirst(remarks, "Covered remarks");
  if (remarks.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="mb-1 text-second font-medium">Covered remarks</h3>
      <ul>
        {shown.map(({ id, said, author, own, feedback_id }) => (
          <li key={id} className="border-b border-hair py-2 last:border-0">
            <p className="serif text-quote break-words">
              <VisibleText text={said} />
            </p>
            <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
              <span>{author ?? "nobody named"}</span>
              {own ? <span>its evidence</span> : null}
              {feedback_id === null ? null : (
                <Link
                  to="/feedback/$feedback"
                  params={{ feedback: feedback_id }}
                  aria-label={`history: ${said}`}
                >
                  history
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

function useFirst<T>(items: readonly T[], title: string) {
  const [all, setAll] = useState(false);
  return {
    shown: all ? items : items.slice(0, FIRST),
    more:
      all || items.length <= FIRST ? null : (
        <button
          type="button"
          className="quiet mt-1"
          aria-label={`Show all ${items.length}: ${title}`}
          onClick={() => setAll(true)}
        >
          Show all {items.length}
        </button>
      ),
  };
}
