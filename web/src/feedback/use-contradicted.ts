import { useQueries } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { type FeedbackSummary, summarize } from "./summary.ts";

const MAX_SHOWN = 5;

/** The earlier decisions that feedback contradicts, as far as they are still stored. */
export function useContradicted(ids: readonly string[] = []): {
  readonly earlier: readonly FeedbackSummary[];
  readonly isPending: boolean;
} {
  const found = useQueries({
    queries: ids.slice(0, MAX_SHOWN).map((feedback_id) => ({
      queryKey: queryKeys.feedback.one(feedback_id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api("getFeedback", { params: { feedback_id }, signal }),
      retry: false,
    })),
  });
  return {
    earlier: found.flatMap(({ data }) => (data === undefined ? [] : [summarize(data)])),
    isPending: found.some(({ isPending }) => isPending),
  };
}
