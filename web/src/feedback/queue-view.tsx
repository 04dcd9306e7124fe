import { formatSentence } from "../lib/server-sentence.ts";
import { useQuery, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Mark } from "../components/mark.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize } from "../lib/format.ts";
import type { KeyAction } from "../shell/use-keys.ts";
import { AnsweredLine } from "./answered-line.tsx";
import { ArrivedBar } from "./arrivals.tsx";
import { standingCounts, evaluatedList } from "./feedback-queries.ts";
import { InSlot } from "./explorer-slots.tsx";
import { useFeedbackSearch, type FeedbackSearch } from "./feedback-search.ts";
import { Preview } from "./preview.tsx";
import { RowList } from "./row-list.tsx";
import { FeedbackRow } from "./feedback-row.tsx";
import { UndoNote } from "./undo-note.tsx";
import { type Decision, useDecisions } from "./use-decisions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { summarizeExcerpt } from "./summary.ts";
import { api } from "../api/api.ts";
import { useLive } from "../api/live.ts";

export type Evaluated = Schemas["EvaluatedFeedback"];

export function QueueView({
  standing,
  label,
  empty,
  keysFor,
  actions,
}: {
  readonly standing: "ambiguous" | "edge_case";
  readonly label: string;
  readonly empty: ReactNode;
  readonly keysFor: (
    current: Evaluated | undefined,
    decide: (decision: Decision) => void,
  ) => readonly KeyAction[];
  readonly actions: (row: Evaluated, isSelected: boolean, decide: (decision: Decision) => void) => ReactNode;
}) {
  const { search } = useFeedbackSearch();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const mayDecide = may(session, "decide");
  const { query, rows } = useEvaluated(standing, search);
  const { answers, held, decide, undo } = useDecisions();
  const isOpen = (row: Evaluated): boolean => {
    const answered = answers.get(row.feedback_id);
    return (answered === undefined || answered.state === "refused") && row.standing === standing;
  };
  const decideAndMove =
    (select: (at: number) => void) =>
    (decision: Decision): void => {
      decide(decision);
      const at = rows.findIndex(({ feedback_id }) => feedback_id === decision.feedback_id);
      const next = rows.findIndex((row, index) => index > at && isOpen(row));
      if (next !== -1) select(next);
    };
  const open = (at: number): void => {
    const row = rows[at];
    if (row !== undefined)
      void navigate({ to: "/feedback/$feedback", params: { feedback: row.feedback_id } });
  };
  const [selected, select] = useRowKeys(rows.length, JSON.stringify(search), open, (at, go) => {
    const row = rows[at];
    return mayDecide ? keysFor(row !== undefined && isOpen(row) ? row : undefined, decideAndMove(go)) : [];
  });
  const chosen = rows[selected];
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  const counts = useQuery(standingCounts);
  const isWhole =
    !query.hasNextPage && search.text === "" && search.tag === "" && search.agent === "" && !query.isFetching;
  const isSettled = !counts.isFetching && rows.every((row) => isOpen(row) || row.standing !== standing);
  const known = rows.filter((row) => row.standing === standing).length;
  const arrived = isWhole && isSettled ? (counts.data?.[standing] ?? 0) - known : 0;
  if (query.isPending) return <Skeleton />;
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return (
    <>
      <ArrivedBar count={arrived} text="arrived" showNew={() => void query.refetch()} />
      {rows.length === 0 ? (
        <div className="md:pl-[48px]">{empty}</div>
      ) : (
        <RowList
          label={label}
          rows={rows}
          idOf={({ feedback_id }) => feedback_id}
          selected={selected}
          select={select}
          more={more}
        >
          {(row, _at, isSelected) =>
            row.feedback === null ? (
              <p className="px-5 py-3 text-ink-3 md:pl-[68px]">This feedback was deleted.</p>
            ) : (
              <FeedbackRow
                summary={summarizeExcerpt(row.feedback)}
                mark={
                  isOpen(row) ? (
                    standing === "ambiguous" ? (
                      <Mark name="query" tone="red" label="ambiguous" />
                    ) : undefined
                  ) : (
                    <Mark name="stet" tone="green" label="answered" />
                  )
                }
              >
                {standing === "ambiguous" ? (
                  <p className="mt-2 text-second text-ink-2">
                    <VisibleText text={capitalize(formatSentence(row.evaluation.rationale))} />.
                  </p>
                ) : null}
                <AnsweredLine answered={answers.get(row.feedback_id)} resolution={row.resolution} />
                {isOpen(row) && mayDecide ? actions(row, isSelected, decideAndMove(select)) : null}
              </FeedbackRow>
            )
          }
        </RowList>
      )}
      <InSlot name="note">
        <UndoNote held={held} undo={undo} />
      </InSlot>
      <InSlot name="margin">
        {chosen?.feedback === null || chosen?.feedback === undefined ? null : (
          <Preview key={chosen.feedback_id} summary={summarizeExcerpt(chosen.feedback)} />
        )}
        {mayDecide ? null : (
          <p className="text-second text-ink-2">Reviewers and approvers can resolve this.</p>
        )}
      </InSlot>
    </>
  );
}

function useEvaluated(standing: "ambiguous" | "edge_case", search: FeedbackSearch) {
  const client = useQueryClient();
  const options = evaluatedList(standing, search);
  const query = useInfiniteQuery(options);
  const rows = (query.data?.pages.flatMap(({ items }) => items) ?? []).filter(
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
  return { query, rows };
}

interface EvaluatedPage {
  readonly items: readonly Schemas["EvaluatedFeedback"][];
  readonly next: string | null;
}

const put = (page: EvaluatedPage, fresh: Schemas["EvaluatedFeedback"]): EvaluatedPage => ({
  ...page,
  items: page.items.map((each) => (each.feedback_id === fresh.feedback_id ? { ...each, ...fresh } : each)),
});
