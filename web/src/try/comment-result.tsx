import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize } from "../lib/format.ts";
import { SignalFacts, SIGNALS } from "./log-result.tsx";
import { RecordForm } from "./record-form.tsx";
import { RefineSection } from "./refine-section.tsx";
import { ResultHead, ResultSheet } from "./result-head.tsx";
import type { TryDraft } from "./try-page.tsx";
import { queryKeys } from "../api/query-keys.ts";

const MAX_SENT = 100_000;

export function CommentResult({ text, prompt, change, mark }: TryDraft) {
  const sent = text.slice(0, MAX_SENT);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.try.comment(sent),
    queryFn: async ({ signal }) => {
      const [lint, detection] = await Promise.all([
        api("lintFeedback", { query: {}, body: { text: sent }, signal }),
        api("detectSignal", { body: { text: sent, kind: "user_message" }, signal }),
      ]);
      return { lint, detection };
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const violations = data?.lint.violations;
  useEffect(() => {
    mark(
      text,
      (violations ?? []).flatMap(({ span }) => span ?? []),
    );
  }, [mark, violations, text]);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={2} />;
  const { lint, detection } = data;
  const faults = lint.violations.filter(({ severity }) => severity === "error");
  const notes = lint.violations.filter(({ severity }) => severity === "note");
  return (
    <ResultSheet>
      {lint.actionable ? (
        <ResultHead mark="stet" tone="green">
          An agent can act on this.
        </ResultHead>
      ) : (
        <ResultHead mark="caret" tone="red">
          Too vague for an agent to act on.
        </ResultHead>
      )}
      {faults.length === 0 ? null : (
        <Section title="How to improve it" end={faults.length}>
          <Violations violations={faults} tone="red" />
        </Section>
      )}
      {notes.length === 0 ? null : (
        <Section title="Worth knowing" end={notes.length}>
          <Violations violations={notes} tone="ink" />
        </Section>
      )}
      <Section
        title="What it says about the work"
        end={
          detection.type === null ? undefined : `${Math.round(detection.confidence * 100)}\u202f% confidence`
        }
      >
        <p className="text-row text-ink-2">
          {detection.type === null ? "No sign of a failure." : `${SIGNALS[detection.type]}.`}
        </p>
      </Section>
      <SignalFacts facts={detection.facts} />
      <RefineSection
        feedback={sent}
        hints={{ kind: "user_message" }}
        prompt={prompt}
        change={(next) => change({ prompt: next })}
      />
      <RecordForm
        what="the comment"
        record={async (agent) => {
          const { items } = await api("recordFeedback", { body: { items: [{ agent, comment: sent }] } });
          const refused = items.find(({ state }) => state === "refused");
          if (refused !== undefined)
            throw new Error(refused.problems[0]?.message ?? "Rejected by the server.");
          return items.flatMap(({ feedback_id }) => feedback_id ?? []);
        }}
      />
    </ResultSheet>
  );
}

function Violations({
  violations,
  tone,
}: {
  readonly violations: readonly Schemas["Violation"][];
  readonly tone: "red" | "ink";
}) {
  return (
    <ul className="grid gap-4">
      {violations.map(({ code, message, phrase, hint }, at) => (
        <li key={code + at} className="grid grid-cols-[20px_minmax(0,1fr)] gap-3">
          <Mark name="query" tone={tone} />
          <div className="min-w-0">
            <p className={tone === "red" ? "font-medium text-red" : "text-ink-2"}>
              <VisibleText text={capitalize(message)} />.
            </p>
            {phrase === undefined || message.includes(phrase) ? null : (
              <p className="text-meta text-ink-3">
                “<VisibleText text={phrase.slice(0, 200)} />”
              </p>
            )}
            <p
              className={`serif mt-1 border-l-2 pl-3 text-quote ${tone === "red" ? "border-red" : "border-hair-2"}`}
            >
              <VisibleText text={capitalize(hint)} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
