import { useNavigate } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Arrivals } from "./arrivals.tsx";
import { InSlot } from "./explorer-slots.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { NoFeedback } from "./no-feedback.tsx";
import { Preview } from "./preview.tsx";
import { RowList } from "./row-list.tsx";
import { FeedbackRow } from "./feedback-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { type FoundFeedback, useFeedbackRows } from "./use-feedback-rows.ts";

const RELATION_TEXTS = { same: "says the same", opposite: "says the opposite", other: "near" } as const;

export function AllView() {
  const { search } = useFeedbackSearch();
  const navigate = useNavigate();
  const { rows, isPending, error, again, more } = useFeedbackRows(search);
  const [selected, select] = useRowKeys(rows.length, JSON.stringify(search), (at) => {
    const row = rows[at];
    if (row !== undefined) void navigate({ to: "/feedback/$feedback", params: { feedback: row.summary.id } });
  });
  const chosen = rows[selected];
  return (
    <>
      {search.by === "words" ? <Arrivals type="emend.feedback.recorded" text="arrived" /> : null}
      {isPending ? (
        <Skeleton />
      ) : error !== null ? (
        <Failed error={error} retry={again} />
      ) : rows.length === 0 ? (
        <NoFeedback more={more} />
      ) : (
        <RowList
          label="Feedback"
          rows={rows}
          idOf={({ summary }) => summary.id}
          selected={selected}
          select={select}
          more={more}
        >
          {row}
        </RowList>
      )}
      {chosen === undefined ? null : (
        <InSlot name="margin">
          <Preview key={chosen.summary.id} summary={chosen.summary} reasons={chosen.judged?.reasons ?? []} />
        </InSlot>
      )}
    </>
  );
}

const row = ({ summary, judged }: FoundFeedback) => (
  <FeedbackRow
    summary={summary}
    mark={judged?.relation === "opposite" ? <Mark name="tr" /> : undefined}
    end={
      judged === undefined ? undefined : (
        <span className="text-right max-md:text-left">
          <strong className="font-semibold text-ink">{judged.score.toFixed(2)}</strong>
          <span className="block text-meta max-md:ml-2 max-md:inline">{RELATION_TEXTS[judged.relation]}</span>
        </span>
      )
    }
  />
);
