import { useNavigate } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Arrivals } from "./arrivals.tsx";
import { InSlot } from "./explorer-slots.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { NoFeedback } from "./no-feedback.tsx";
import { Preview } from "./preview.tsx";
import { RowList } from "./row-list.tsx";
import { SaidRow } from "./feedback-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { type SaidRowOf, useSaidRows } from "./use-feedback-rows.ts";

const SAYS = { same: "says the same", opposite: "says the opposite", other: "near" } as const;

/** All feedback, the newest first, or what means the same as some words, the surest first. */
export function SaidView() {
  const { search } = useFeedbackSearch();
  const navigate = useNavigate();
  const { rows, isPending, error, again, more } = useSaidRows(search);
  const [selected, select] = useRowKeys(rows.length, JSON.stringify(search), (at) => {
    const row = rows[at];
    if (row !== undefined) void navigate({ to: "/feedback/$feedback", params: { feedback: row.words.id } });
  });
  const chosen = rows[selected];
  return (
    <>
      {search.by === "words" ? <Arrivals type="emend.feedback.recorded" words="arrived" /> : null}
      {isPending ? (
        <Skeleton />
      ) : error !== null ? (
        <Failed error={error} again={again} />
      ) : rows.length === 0 ? (
        <NoFeedback more={more} />
      ) : (
        <RowList
          label="Feedback"
          rows={rows}
          idOf={({ words }) => words.id}
          selected={selected}
          select={select}
          more={more}
        >
          {row}
        </RowList>
      )}
      {chosen === undefined ? null : (
        <InSlot name="margin">
          <Preview key={chosen.words.id} words={chosen.words} reasons={chosen.judged?.reasons ?? []} />
        </InSlot>
      )}
    </>
  );
}

const row = ({ words, judged }: SaidRowOf) => (
  <SaidRow
    words={words}
    mark={judged?.relation === "opposite" ? <Mark name="tr" /> : undefined}
    end={
      judged === undefined ? undefined : (
        <span className="text-right max-one:text-left">
          <strong className="font-semibold text-ink">{judged.score.toFixed(2)}</strong>
          <span className="block text-meta max-one:ml-2 max-one:inline">{SAYS[judged.relation]}</span>
        </span>
      )
    }
  />
);
