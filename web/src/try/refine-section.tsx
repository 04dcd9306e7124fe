import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { useDebounced } from "../hooks/use-debounced.ts";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { capitalize } from "../lib/format.ts";
import { diffLines } from "../review/diff.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { queryKeys } from "../api/query-keys.ts";

interface Hints {
  readonly kind?: "tool_output" | "user_message";
  readonly exit_code?: number;
}

const humanize = (name: string): string => name.replaceAll("_", " ");

export function RefineSection({
  feedback,
  hints,
  prompt,
  change,
}: {
  readonly feedback: string;
  readonly hints: Hints;
  readonly prompt: string;
  readonly change: (prompt: string) => void;
}) {
  const debouncedPrompt = useDebounced(prompt);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.try.refine(debouncedPrompt, feedback, hints),
    queryFn: ({ signal }) =>
      api("refinePrompt", { body: { prompt: debouncedPrompt, feedback, ...hints }, signal }),
    enabled: debouncedPrompt.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Section title="Improve the prompt">
      <textarea
        className="field mono"
        rows={3}
        maxLength={100_000}
        value={prompt}
        aria-label="The prompt that led to this"
        placeholder="Paste the prompt that led to this to see how to improve it"
        onChange={(event) => change(event.target.value)}
      />
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined || debouncedPrompt.trim() === "" ? null : (
        <div className="mt-3">
          <p className="text-second text-ink-2">
            {data.ended === "no_signal"
              ? "Nothing went wrong, so there is nothing to add."
              : data.refined_prompt === debouncedPrompt
                ? "The prompt already covers this."
                : capitalize(data.actions_applied.map(humanize).join(", "))}
            {data.ended === "no_signal" ? null : (
              <>
                ; its score goes from{" "}
                <strong className="font-semibold">{data.score_before.toFixed(1)}</strong> to{" "}
                <strong className="font-semibold text-ink">{data.score_after.toFixed(1)}</strong> of 10.
              </>
            )}
          </p>
          {data.refined_prompt === debouncedPrompt ? null : (
            <PromptDiff before={debouncedPrompt} after={data.refined_prompt} />
          )}
          {data.actions_omitted.length === 0 ? null : (
            <p className="mt-2 text-meta text-ink-3">
              Not applied:{" "}
              {data.actions_omitted
                .map(({ action, reason }) => `${humanize(action)} (${humanize(reason)})`)
                .join(", ")}
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

const LOOKS = {
  same: ["", " "],
  added: ["bg-green-wash", "+"],
  removed: ["bg-sunk line-through decoration-ink-3", "−"],
} as const;

function PromptDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const steps = diffLines(before.split("\n"), after.split("\n"));
  return (
    <div
      role="region"
      aria-label="The refined prompt, as a diff"
      tabIndex={0}
      className="mono mt-3 max-h-[60vh] overflow-auto border-y border-hair-2 py-2"
    >
      {steps.map(({ kind, text }, at) => {
        const [look, sign] = LOOKS[kind];
        return (
          <div key={at} className={`grid min-h-5 grid-cols-[24px_minmax(0,1fr)] ${look}`}>
            <span aria-hidden="true" className="text-center text-ink-3 select-none">
              {sign}
            </span>
            <span className="break-words whitespace-pre-wrap">
              {kind === "same" ? null : <span className="sr-only">{kind}: </span>}
              <VisibleText text={text} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
