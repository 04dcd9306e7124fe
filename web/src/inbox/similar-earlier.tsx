import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { similarDecisionsQuery } from "./submission-queries.ts";

const MAX_SHOWN = 3;
const WORDS = {
  approved: { mark: "stet", verb: "approved" },
  rejected: { mark: "dele", verb: "rejected" },
  approved_with_changes: { mark: "caret", verb: "changed" },
  none: { mark: "query", verb: "commented on" },
} as const;

export function SimilarEarlier({ id, isResting }: { readonly id: string; readonly isResting: boolean }) {
  const { data, error } = useQuery({ ...similarDecisionsQuery(id), enabled: isResting });
  const items = data?.items ?? [];
  const rejected = items.filter(({ feedback }) => feedback.outcome === "rejected").length;
  return (
    <Section
      title="Similar past decisions"
      end={items.length === 0 ? undefined : `${rejected} of ${items.length} rejected`}
    >
      {data === undefined ? (
        error === null ? (
          <div aria-hidden="true" className="grid gap-2 py-2">
            <div className="skeleton" />
            <div className="skeleton w-3/5" />
          </div>
        ) : (
          <p className="text-second text-ink-2">{error.message}</p>
        )
      ) : items.length === 0 ? (
        <p className="text-second text-ink-2">No similar work was corrected before.</p>
      ) : (
        <ul>
          {items.slice(0, MAX_SHOWN).map(({ feedback }) => {
            const { mark, verb } = WORDS[feedback.outcome ?? "none"];
            return (
              <li
                key={feedback.id}
                className="flex gap-3 border-t border-hair py-3 first:border-0 first:pt-1"
              >
                <Mark name={mark} />
                <div className="min-w-0">
                  <p className="serif line-clamp-4 text-quote break-words">
                    {feedback.comment ?? feedback.wrong ?? feedback.similarity_text}
                  </p>
                  <p className="mt-1 text-meta text-ink-3">
                    <b className="font-semibold text-ink-2">{feedback.author.id}</b> {verb}{" "}
                    <b className="font-semibold text-ink-2">{feedback.agent ?? "an agent"}</b>,{" "}
                    <Ago time={feedback.time} />
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {items.length > MAX_SHOWN ? (
        <Link className="quiet text-second" to="/inbox/$submission" params={{ submission: id }}>
          All {items.length} in the review
        </Link>
      ) : null}
    </Section>
  );
}
