import { formatSentence } from "../lib/server-sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Section, Tag } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize } from "../lib/format.ts";
import { Contradicted } from "./quote-list.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import { oneEvaluation } from "./feedback-queries.ts";
import { SOURCES, STANDINGS, TRUSTS, type FeedbackSummary } from "./summary.ts";

const MAX_WORDS = 2_000;
const NO_REASONS: Schemas["SimilarFeedback"]["reasons"] = [];

export function Preview({
  summary,
  reasons = NO_REASONS,
}: {
  readonly summary: FeedbackSummary;
  readonly reasons?: Schemas["SimilarFeedback"]["reasons"];
}) {
  const { data: evaluated } = useQuery(oneEvaluation(summary.id));
  return (
    <>
      <p className="text-meta text-ink-3">
        {summary.agent === undefined ? "no agent" : <VisibleText text={summary.agent} />}
        {summary.outcome === null ? "" : `, ${OUTCOMES[summary.outcome]}`}
      </p>
      <p className="serif mt-1 text-note break-words whitespace-pre-line">
        <VisibleText text={summary.text.slice(0, MAX_WORDS)} />
        {summary.text.length > MAX_WORDS ? " …" : ""}
      </p>
      <p className="mt-2 mb-4 text-second text-ink-2">
        <strong className="font-semibold">
          <VisibleText text={summary.author.id} />
        </strong>
        , {TRUSTS[summary.author.trust]}, <Ago time={summary.time} />; {SOURCES[summary.source]}
      </p>
      {summary.tags.length === 0 ? null : (
        <p className="mb-4 flex flex-wrap gap-2">
          {summary.tags.map((tag) => (
            <Tag key={tag}>
              <VisibleText text={tag} />
            </Tag>
          ))}
        </p>
      )}
      {reasons.length === 0 ? null : (
        <Section title="Why it matches">
          <ul className="grid gap-1 text-second text-ink-2">
            {reasons.slice(0, 6).map(({ says, text }, at) => (
              <li key={at}>
                <VisibleText text={capitalize(text)} />
                {says === "same" ? "" : <span className="text-ink-3">, {says.replaceAll("_", " ")}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {evaluated?.standing === "ambiguous" ? (
        <Section title="Contradicts">
          <Contradicted ids={evaluated.evaluation.contradicts} />
        </Section>
      ) : null}
      <Section
        title="Classification"
        end={evaluated === null || evaluated === undefined ? undefined : STANDINGS[evaluated.standing]}
      >
        {evaluated === undefined ? (
          <div className="skeleton h-4 w-3/5" />
        ) : evaluated === null ? (
          <p className="text-second text-ink-2">Not evaluated yet. This takes a moment.</p>
        ) : (
          <>
            <p className="text-second text-ink-2">
              <VisibleText text={capitalize(formatSentence(evaluated.evaluation.rationale))} />.
            </p>
            {evaluated.cluster_id === null ? null : (
              <p className="mt-2 text-second">
                <Link to="/clusters/$cluster" params={{ cluster: evaluated.cluster_id }} search={{}}>
                  All similar feedback
                </Link>
              </p>
            )}
          </>
        )}
        <p className="mt-2 text-second">
          <Link to="/feedback/$feedback" params={{ feedback: summary.id }} search={{}}>
            Full history
          </Link>
        </p>
      </Section>
    </>
  );
}
