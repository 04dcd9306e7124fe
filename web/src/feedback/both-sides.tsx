import { Link } from "@tanstack/react-router";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import type { Evaluated } from "./queue-view.tsx";
import { type FeedbackSummary, summarizeExcerpt } from "./summary.ts";

const MAX_WORDS = 400;

/** Ambiguous feedback beside what it contradicts: who said it, when and about which file. */
export function BothSides({
  row,
  earlier,
  isPending,
}: {
  readonly row: Evaluated;
  readonly earlier: readonly FeedbackSummary[];
  readonly isPending: boolean;
}) {
  if (row.feedback === null) return null;
  return (
    <div className="mt-3 grid gap-x-6 gap-y-3 md:grid-cols-2">
      <section aria-label="This">
        <Side label="This" said={summarizeExcerpt(row.feedback)} />
      </section>
      <section aria-label="That" className="grid content-start gap-3">
        {earlier.map((said) => (
          <Side key={said.id} label="That" said={said} />
        ))}
        {earlier.length > 0 ? null : isPending ? (
          <div aria-busy="true" className="skeleton h-10" />
        ) : (
          <p className="text-second text-ink-2">The earlier decision was deleted.</p>
        )}
      </section>
    </div>
  );
}

function Side({ label, said }: { readonly label: string; readonly said: FeedbackSummary }) {
  return (
    <div>
      <p className="text-meta text-ink-3">{label}</p>
      <p className="serif text-quote break-words">
        <VisibleText text={said.text.slice(0, MAX_WORDS)} />
      </p>
      <p className="mt-1 text-meta text-ink-2">
        <b className="font-semibold">
          <VisibleText text={said.author.id} />
        </b>
        {said.outcome === null ? "" : ` ${OUTCOMES[said.outcome]}`}
        {said.agent === undefined ? "" : said.outcome === null ? " to " : " "}
        {said.agent === undefined ? null : <VisibleText text={said.agent} />}, <Ago time={said.time} />,{" "}
        <Link to="/feedback/$feedback" params={{ feedback: said.id }} search={{}}>
          what happened
        </Link>
        {said.path === undefined ? null : (
          <span className="mono block break-all text-ink-2">
            <VisibleText text={said.path} isOneLine />
          </span>
        )}
      </p>
    </div>
  );
}
