import { Link } from "@tanstack/react-router";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import { OutcomeMark } from "./feedback-row.tsx";
import type { FeedbackSummary } from "./summary.ts";
import { useContradicted } from "./use-contradicted.ts";

export function QuoteList({
  feedback,
  most = 5,
}: {
  readonly feedback: readonly FeedbackSummary[];
  readonly most?: number;
}) {
  return (
    <ul className="grid gap-3">
      {feedback.slice(0, most).map((words) => (
        <li key={words.id} className="grid grid-cols-[20px_minmax(0,1fr)] gap-3">
          <OutcomeMark outcome={words.outcome} />
          <div className="col-start-2">
            <Link
              to="/feedback/$feedback"
              params={{ feedback: words.id }}
              search={{}}
              className="plain-link serif line-clamp-3 text-quote break-words hover:underline"
            >
              <VisibleText text={words.text.slice(0, 400)} />
            </Link>
            <p className="text-meta text-ink-3">
              <strong className="font-semibold">
                <VisibleText text={words.author.id} />
              </strong>
              {words.outcome === null ? "" : ` ${OUTCOMES[words.outcome]}`}
              {words.agent === undefined ? "" : " "}
              {words.agent === undefined ? null : <VisibleText text={words.agent} />},{" "}
              <Ago time={words.time} />
            </p>
          </div>
        </li>
      ))}
      {feedback.length > most ? (
        <li className="text-meta text-ink-3">{feedback.length - most} more</li>
      ) : null}
    </ul>
  );
}

export function Contradicted({ ids }: { readonly ids: readonly string[] | undefined }) {
  const { earlier, isPending } = useContradicted(ids);
  if (isPending) return <div className="skeleton h-4 w-3/5" />;
  return earlier.length === 0 ? (
    <p className="text-second text-ink-2">The contradicting feedback was deleted.</p>
  ) : (
    <QuoteList feedback={earlier} />
  );
}
