import type { ReactNode } from "react";
import { Mark, type MarkName } from "../components/mark.tsx";

export function ResultHead({
  mark,
  tone,
  children,
  end,
}: {
  readonly mark: MarkName;
  readonly tone: "ink" | "red" | "green";
  readonly children: ReactNode;
  readonly end?: ReactNode;
}) {
  return (
    <div role="status" className="flex items-start gap-3 border-t-2 border-ink pt-3 pb-4">
      <span className="pt-1">
        <Mark name={mark} tone={tone} />
      </span>
      <p className="serif min-w-0 flex-1 text-note">{children}</p>
      {end === undefined ? null : <p className="pt-1 text-right text-second text-ink-2">{end}</p>}
    </div>
  );
}

export function ResultSheet({ children }: { readonly children: ReactNode }) {
  return <div className="px-5 pb-8 md:pr-[28px] md:pl-[68px]">{children}</div>;
}
