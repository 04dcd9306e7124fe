import { formatCount } from "../lib/format.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { Facts } from "../components/facts.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { RecordForm } from "./record-form.tsx";
import { RefineSection } from "./refine-section.tsx";
import { ResultHead, ResultSheet } from "./result-head.tsx";
import { lineAt, trimSpan } from "./spans.ts";
import type { TryDraft } from "./try-page.tsx";
import { queryKeys } from "../api/query-keys.ts";

export const SIGNALS: Readonly<Record<NonNullable<Schemas["Signal"]["type"]>, string>> = {
  runtime_error: "Runtime error",
  verification_failure: "A check failed",
  user_rejection: "User rejection",
  partial_success: "Partial success, something is missing",
};

/** Only the end of longer logs is sent, as it tells the outcome. */
const MAX_SENT = 1_000_000;

export function LogResult({ text, prompt, change, mark }: TryDraft) {
  const [exitCode, setExitCode] = useState("");
  const sent = text.slice(-MAX_SENT);
  const left = text.length - sent.length;
  const code = /^-?\d{1,9}$/.test(exitCode) ? Number(exitCode) : undefined;
  const hints = code === undefined ? {} : { exit_code: code };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.try.signal(sent, code),
    queryFn: ({ signal }) => api("detectSignal", { body: { text: sent, ...hints }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const evidence = data?.evidence;
  useEffect(() => {
    mark(
      text,
      (evidence ?? []).map(({ start, end }) => trimSpan(text, { start: start + left, end: end + left })),
    );
  }, [mark, evidence, left, text]);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={2} />;
  return (
    <ResultSheet>
      {data.type === null ? (
        <ResultHead mark="stet" tone="green">
          No failure detected.
        </ResultHead>
      ) : (
        <ResultHead mark="query" tone="ink" end={`${Math.round(data.confidence * 100)}\u202f% confidence`}>
          {SIGNALS[data.type]}.
        </ResultHead>
      )}
      {left === 0 ? null : (
        <p className="pb-3 text-second text-ink-2">
          Only the last {formatCount(MAX_SENT)} characters were analysed.
        </p>
      )}
      {data.evidence.length === 0 ? null : (
        <Section title="Evidence" end={data.evidence.length}>
          <ol className="grid gap-2">
            {data.evidence.map((each, at) => (
              <li key={at} className="grid grid-cols-[52px_minmax(0,1fr)] gap-x-3 text-second">
                <span className="text-ink-3">line {lineAt(text, each.start + left)}</span>
                <span className="min-w-0">
                  <span className="font-mono text-code break-words">
                    <VisibleText text={(each.text ?? sent.slice(each.start, each.end)).slice(0, 300)} />
                  </span>
                  <span className="ml-3 text-meta text-ink-3">{each.source.replaceAll("_", " ")}</span>
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <SignalFacts facts={data.facts} />
      <Section title="The command’s exit code">
        <label className="flex items-center gap-3 text-second text-ink-2">
          <input
            className="field w-24"
            inputMode="numeric"
            value={exitCode}
            placeholder="unknown"
            aria-label="The command’s exit code"
            onChange={(event) => setExitCode(event.target.value)}
          />
          overrides the text: with 0, it is not a failure
        </label>
      </Section>
      <RefineSection
        feedback={sent}
        hints={hints}
        prompt={prompt}
        change={(next) => change({ prompt: next })}
      />
      {data.type === null ? null : (
        <RecordForm
          what="the signal"
          record={async (agent) => {
            const recorded = await api("detectSignal", { body: { text: sent, ...hints, record: { agent } } });
            return recorded.feedback_id === undefined ? [] : [recorded.feedback_id];
          }}
        />
      )}
    </ResultSheet>
  );
}

export function SignalFacts({ facts }: { readonly facts: Schemas["Signal"]["facts"] }) {
  const visible = (value: string | undefined) =>
    value === undefined ? undefined : <VisibleText text={value.slice(0, 1_000)} />;
  const rows = [
    ["Error", visible(facts.error_type)],
    ["Message", visible(facts.error_message)],
    ["Failing tests", visible(facts.failing_tests?.join(", "))],
    ["Expected", visible(facts.expected)],
    ["Actual", visible(facts.actual)],
    ["Missing", visible(facts.gap)],
    ["Clarification", visible(facts.clarification)],
    [
      "Location",
      visible(
        facts.file === undefined
          ? undefined
          : `${facts.file}${facts.line === undefined ? "" : `:${facts.line}`}`,
      ),
    ],
    [
      "Tool",
      visible([facts.framework, facts.language].filter((each) => each !== undefined).join(", ") || undefined),
    ],
    ["Exit code", facts.exit_code],
  ] as const;
  if (rows.every(([, value]) => value === undefined)) return null;
  return (
    <Section title="Extracted facts">
      <Facts rows={rows} />
    </Section>
  );
}
