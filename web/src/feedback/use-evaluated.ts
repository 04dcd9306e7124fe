import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { useLive } from "../api/live.ts";
import type { FeedbackSearch } from "./feedback-search.ts";
import { evaluatedList } from "./queries.ts";

/** A queue for people. What somebody else answers meanwhile is told in its row, which stays where it is. */
export function useEvaluated(standing: "ambiguous" | "edge_case", search: FeedbackSearch) {
  const client = useQueryClient();
  const options = evaluatedList(standing, search);
  const asked = useInfiniteQuery(options);
  const rows = (asked.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ feedback }) => search.agent === "" || feedback?.agent === search.agent,
  );
  useLive(({ type, subject }) => {
    if (type !== "emend.evaluation.changed" || !rows.some(({ feedback_id }) => feedback_id === subject))
      return;
    void api("getEvaluation", { params: { feedback_id: subject } })
      .then((fresh) =>
        client.setQueryData(options.queryKey, (before) =>
          before === undefined ? before : { ...before, pages: before.pages.map((page) => put(page, fresh)) },
        ),
      )
      .catch(() => undefined);
  });
  return { asked, rows };
}

interface EvaluatedPage {
  readonly items: readonly Schemas["EvaluatedFeedback"][];
  readonly next: string | null;
}

const put = (page: EvaluatedPage, fresh: Schemas["EvaluatedFeedback"]): EvaluatedPage => ({
  ...page,
  items: page.items.map((each) => (each.feedback_id === fresh.feedback_id ? { ...each, ...fresh } : each)),
});
