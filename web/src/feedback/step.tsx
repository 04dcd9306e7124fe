import type { ReactNode } from "react";
import { Mark, type MarkName } from "../components/mark.tsx";

export function Step({
  title,
  end,
  mark,
  tone = "ink",
  isDone = true,
  children,
}: {
  readonly title: string;
  readonly end?: ReactNode;
  readonly mark?: MarkName | undefined;
  readonly tone?: "ink" | "red" | "green";
  readonly isDone?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li
      className={`relative pb-7 pl-12 last:pb-10 before:absolute before:top-7 before:bottom-[-3px] before:left-[24px] before:border-l last:before:hidden md:pl-[68px] ${isDone ? "before:border-hair-2" : "before:border-dotted before:border-edge"}`}
    >
      <span className="absolute top-0.5 left-[15px] flex size-5 items-center justify-center bg-sheet">
        {mark === undefined ? (
          <i
            aria-hidden="true"
            className={`size-2.5 rounded-full border ${isDone ? "border-ink-2 bg-ink-2" : "border-dashed border-edge"}`}
          />
        ) : (
          <Mark name={mark} tone={tone} />
        )}
      </span>
      <div className="flex items-baseline justify-between gap-4 pr-5 md:pr-7">
        <h2 className={`serif text-rule italic ${isDone ? "" : "text-ink-3"}`}>{title}</h2>
        {end === undefined ? null : <div className="text-right text-meta text-ink-3">{end}</div>}
      </div>
      <div className="mt-1 pr-5 md:pr-7">{children}</div>
    </li>
  );
}
