import type { Schemas } from "../api/contract.ts";
import { Section } from "../parts/section.tsx";
import { Contradicted } from "./contradicted.tsx";
import { SaidList } from "./said-list.tsx";
import { wordsOfSaid } from "./words-of.ts";

/** Beside a story: what says the same, and what says the opposite. */
export function StoryMargin({
  record,
  evaluated,
}: {
  readonly record: Schemas["Feedback"];
  readonly evaluated: Schemas["EvaluatedFeedbackDetail"] | null | undefined;
}) {
  const similar = (evaluated?.similar ?? []).map(wordsOfSaid);
  return (
    <>
      {evaluated?.evaluation.classification === "ambiguous" ? (
        <Section title="What it contradicts">
          <Contradicted text={record.similarity_text} time={record.time} />
        </Section>
      ) : null}
      <Section title="Said before, and the same" end={similar.length}>
        {similar.length === 0 ? (
          <p className="text-second text-ink-2">Nothing like it was known when it came in.</p>
        ) : (
          <SaidList said={similar} most={8} />
        )}
      </Section>
    </>
  );
}
