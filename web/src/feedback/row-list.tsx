import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

export function RowList<T>({
  label,
  rows,
  idOf,
  selected,
  select,
  more,
  children,
}: {
  readonly label: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly selected: number;
  readonly select: (at: number) => void;
  readonly more?: (() => void) | undefined;
  readonly children: (row: T, at: number, isSelected: boolean) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void =>
      setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 68,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: 64,
    scrollPaddingEnd: 64,
    getItemKey: (at) => idOf(rows[at]!),
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) more?.();
  }, [last, rows.length, more]);
  const requested = useRef(selected);
  useEffect(() => {
    if (requested.current === selected) return;
    requested.current = selected;
    virtual.scrollToIndex(selected, { align: "auto" });
  }, [selected, virtual]);
  return (
    <ul ref={list} aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {shown.map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          aria-current={index === selected ? "true" : undefined}
          className={`absolute inset-x-0 top-0 border-b border-hair ${index === selected ? "bg-sunk before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink" : ""}`}
          style={{ transform: `translateY(${start - top}px)` }}
          onClick={() => select(index)}
          onFocus={() => select(index)}
        >
          {children(rows[index]!, index, index === selected)}
        </li>
      ))}
    </ul>
  );
}
