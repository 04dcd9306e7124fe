import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNow } from "../components/time.tsx";
import type { InboxFilter } from "./inbox-filter.ts";
import { InboxRow, ROW_GRID } from "./inbox-row.tsx";
import { useSeen } from "./seen.ts";
import type { InboxList as Listing } from "./use-inbox-list.ts";
import { useSimilar } from "./use-similar.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import type { GroupEntry } from "./group-entries.ts";
import { formatCount } from "../lib/format.ts";

const ROW = 51;
const PHONE_ROW = 108;
const HEAD = 42;
/** Load the next page this many rows before the end. */
const AHEAD = 60;

export function InboxList({
  filter,
  list,
  search,
  cursor,
  follow,
  picked,
  canPick,
  late,
  go,
  open,
  pick,
}: {
  readonly filter: InboxFilter;
  readonly list: Listing;
  readonly search: string;
  readonly cursor: string | undefined;
  /** Incremented by each keyboard move; the row is then scrolled into view and focused. */
  readonly follow: number;
  readonly picked: ReadonlySet<string>;
  readonly canPick: boolean;
  readonly late: number | undefined;
  readonly go: (id: string) => void;
  readonly open: (id: string) => void;
  readonly pick: (id: string) => void;
}) {
  const { entries, pages, changes, hasMore, loadMore, rows } = list;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isWide = useMinWidth(900);
  const now = useNow(15_000);
  const seen = useSeen();
  // Stable, because the virtualizer lays out all rows again if these change.
  const estimateSize = useCallback(
    (at: number) => (entries[at]?.kind === "head" ? HEAD : isWide ? ROW : PHONE_ROW),
    [entries, isWide],
  );
  const getItemKey = useCallback(
    (at: number) => {
      const entry = entries[at];
      return entry === undefined ? at : entry.kind === "head" ? entry.title : entry.submission.id;
    },
    [entries],
  );
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize,
    getItemKey,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: 90,
    scrollPaddingEnd: 60,
    useFlushSync: false,
  });
  // Content above the list can change its offset.
  useLayoutEffect(() => {
    const { current: held } = box;
    const around = held?.parentElement;
    if (held === null || around === null || around === undefined) return;
    const measureTop = (): void => setTop(Math.round(held.getBoundingClientRect().top + scrollY));
    measureTop();
    const watch = new ResizeObserver(measureTop);
    watch.observe(around);
    return () => watch.disconnect();
  }, []);
  useEffect(() => virtualizer.measure(), [virtualizer, isWide]);

  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= entries.length - AHEAD) loadMore();
  });

  const cursorAt = useMemo(
    () => entries.findIndex((entry) => entry.kind === "row" && entry.submission.id === cursor),
    [entries, cursor],
  );
  useEffect(() => {
    if (follow === 0 || cursorAt === -1) return;
    // Show the group heading together with its first row.
    virtualizer.scrollToIndex(cursorAt === 1 ? 0 : cursorAt, { align: "auto" });
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>("[aria-current] [data-row]")?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
    // Only keyboard moves may scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [follow]);

  const similar = useSimilar({
    filter,
    pages,
    ids: shown.flatMap(({ index }) => {
      const entry = entries[index];
      return entry?.kind === "row" ? [entry.submission.id] : [];
    }),
    isMoving: virtualizer.isScrolling || list.isLoadingMore,
  });
  return (
    <>
      <div
        aria-hidden="true"
        className={`sticky top-12 z-[5] grid h-8 border-y border-hair-2 bg-sheet text-meta text-ink-3 max-md:hidden ${ROW_GRID}`}
      >
        <span />
        <span className="pl-[20px]">Submission</span>
        <span className="whitespace-nowrap">{filter.view === "decided" ? "" : "Similar, rejected"}</span>
        <span>Gate</span>
        <span className="pr-[28px] text-right">{filter.view === "decided" ? "Decision" : "Time left"}</span>
      </div>
      <div ref={box}>
        <ul
          aria-label="Submissions"
          className="relative"
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {shown.map(({ key, index, start }) => {
            const entry = entries[index]!;
            const isCurrent = entry.kind === "row" && entry.submission.id === cursor;
            return (
              <li
                key={key}
                ref={isWide ? null : virtualizer.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
                aria-current={isCurrent ? "true" : undefined}
                {...(entry.kind === "row"
                  ? { "aria-posinset": entry.at + 1, "aria-setsize": hasMore ? -1 : rows.length }
                  : {})}
              >
                {entry.kind === "head" ? (
                  <GroupHead entry={entry} late={late} />
                ) : (
                  <InboxRow
                    submission={entry.submission}
                    search={search}
                    similar={similar.get(entry.submission.id)}
                    now={now}
                    isCurrent={isCurrent}
                    isPicked={picked.has(entry.submission.id)}
                    isSeen={seen.has(entry.submission.id)}
                    isGone={changes.gone.has(entry.submission.id)}
                    canPick={canPick}
                    go={go}
                    open={open}
                    pick={pick}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {hasMore ? <p className="py-4 text-center text-meta text-ink-3">Loading more…</p> : null}
    </>
  );
}

function GroupHead({
  entry: { title, isLate, isOpen, count },
  late,
}: {
  readonly entry: GroupEntry;
  readonly late: number | undefined;
}) {
  const known = isOpen && isLate && late !== undefined ? Math.max(late, count) : count;
  const isMore = isOpen && !(isLate && late !== undefined);
  return (
    <div className="-mt-px flex h-[42px] border-t border-hair-2 items-end gap-2 px-5 pb-1.5 md:pl-[68px]">
      <h2 className={`serif text-rule italic ${isLate ? "text-red" : ""}`}>{title}</h2>
      <span className="text-second leading-[22px] text-ink-3">
        {formatCount(known)}
        {isMore ? " and more" : ""}
      </span>
    </div>
  );
}
