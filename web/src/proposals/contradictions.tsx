import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";

export function Contradictions({ proposal: { contradictions } }: { readonly proposal: Proposal }) {
  if (contradictions.length === 0) return null;
  return (
    <Section title="Contradicting approvals" end={contradictions.length}>
      {contradictions.map(({ feedback_id, agent, author, time, said, why }) => (
        <article
          key={feedback_id}
          className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 border-b border-hair py-3 last:border-0"
        >
          <Mark name="stet" tone="green" label="Approved as submitted" />
          <div className="min-w-0">
            <p className="flex flex-wrap justify-between gap-x-4 text-second">
              <span className="font-semibold">{agent ?? "no agent"}</span>
              <span className="text-ink-2">
                {author}, <Ago time={time} />
              </span>
            </p>
            {said === "" ? null : (
              <p className="serif mt-1 text-quote break-words">
                <VisibleText text={said} />
              </p>
            )}
            <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-3">
              <span>{why}</span>
              <Link
                to="/feedback/$feedback"
                params={{ feedback: feedback_id }}
                aria-label={`History: ${why}`}
              >
                history
              </Link>
            </p>
          </div>
        </article>
      ))}
    </Section>
  );
}
