import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/contract.ts";
import { type FeedbackSearch, sinceTime } from "./feedback-search.ts";
import { feedbackList, similarList } from "./feedback-queries.ts";
import { type FeedbackSummary, summarize } from "./summary.ts";

export interface FoundFeedback {
  readonly summary: FeedbackSummary;
  readonly judged?: Pick<Schemas["SimilarFeedback"], "score" | "relation" | "reasons">;
}

export interface FeedbackRows {
  readonly rows: readonly FoundFeedback[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly again: () => void;
  readonly more: (() => void) | undefined;
}

export function useFeedbackRows(search: FeedbackSearch): FeedbackRows {
  const byMeaning = search.by === "meaning";
  const listed = useInfiniteQuery({ ...feedbackList(search), enabled: !byMeaning });
  const similar = useQuery({
    ...similarList(search.text),
    enabled: byMeaning && search.text.trim() !== "",
  });
  if (!byMeaning) {
    return {
      rows:
        listed.data?.pages.flatMap(({ items }) => items.map((each) => ({ summary: summarize(each) }))) ?? [],
      isPending: listed.isPending,
      error: listed.error,
      again: () => void listed.refetch(),
      more: listed.hasNextPage && !listed.isFetchingNextPage ? () => void listed.fetchNextPage() : undefined,
    };
  }
  return {
    rows: (similar.data?.items ?? [])
      .filter((each) => fits(each, search))
      .map(({ feedback, ...judged }) => ({ summary: summarize(feedback), judged })),
    isPending: similar.isLoading,
    error: similar.error,
    again: () => void similar.refetch(),
    more: undefined,
  };
}

function fits(
  { feedback }: Schemas["SimilarFeedback"],
  { agent, tag, outcome, since }: FeedbackSearch,
): boolean {
  const from = sinceTime(since);
  return (
    (agent === "" || feedback.agent === agent) &&
    (tag === "" || feedback.tags.includes(tag)) &&
    (outcome === "" || feedback.outcome === outcome) &&
    (from === undefined || feedback.time >= from)
  );
}
