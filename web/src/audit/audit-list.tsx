import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { AuditRow } from "./audit-row.tsx";
import type { AuditEntry } from "./use-audit.ts";

const ROW = 52;

export function AuditList({
  entries,
  hasMore,
  isLoadingMore,
  more,
  isFiltered,
  loaded,
}: {
  readonly entries: readonly AuditEntry[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly isFiltered: boolean;
  readonly loaded: number;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [opened, setOpened] = useState<number>();
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [entries.length]);
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (at) => entries[at]!.seq,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    // A page of a filtered list may be empty, so the next one is only loaded on request.
    if (!isFiltered && hasMore && !isLoadingMore && last >= entries.length - 30) more();
  }, [isFiltered, hasMore, isLoadingMore, last, entries.length, more]);
  const move = (by: number): void => {
    const at = entries.findIndex(({ seq }) => seq === opened);
    const next = Math.max(0, Math.min(entries.length - 1, at + by));
    setOpened(entries[next]?.seq);
    rows.scrollToIndex(next, { align: "auto" });
  };
  useKeys([
    { keys: "j", label: "next entry", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous entry", run: () => move(-1), isSafe: true },
  ]);
  return (
    <>
      <div
        ref={list}
        role="list"
        aria-label="Entries"
        className="relative border-t border-hair-2"
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ key, index, start }) => (
          <div
            key={key}
            role="listitem"
            data-index={index}
            ref={rows.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <AuditRow
              entry={entries[index]!}
              isOpen={entries[index]!.seq === opened}
              open={() => setOpened(opened === entries[index]!.seq ? undefined : entries[index]!.seq)}
            />
          </div>
        ))}
      </div>
      {hasMore ? (
        <div className="flex items-center gap-3 px-5 py-4 md:pl-[68px]">
          <Button disabled={isLoadingMore} onClick={more}>
            Load older entries
          </Button>
          <span className="text-second text-ink-2">{loaded.toLocaleString("en")} entries loaded.</span>
        </div>
      ) : null}
    </>
  );
}
