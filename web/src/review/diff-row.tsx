import type { ReactNode } from "react";
import { Mark } from "../components/mark.tsx";

const LOOKS = {
  same: { row: "", sign: "", code: "" },
  added: { row: "bg-green-wash", sign: "text-green", code: "" },
  removed: { row: "bg-sunk", sign: "text-ink-3", code: "text-ink-3 line-through decoration-1" },
  put: {
    row: "bg-red-wash",
    sign: "text-red",
    code: "underline decoration-red decoration-[1.5px] underline-offset-4",
  },
  struck: { row: "", sign: "text-red", code: "text-ink-2 line-through decoration-red decoration-[1.5px]" },
} as const;

const SIGNS = { same: "", added: "+", removed: "−", put: "+", struck: "−" } as const;
const CHANGE_LABELS = {
  same: "",
  added: "added: ",
  removed: "removed: ",
  put: "you added: ",
  struck: "you removed: ",
} as const;

export function DiffRow({
  kind,
  before,
  after,
  children,
  isChosen = false,
  choose,
}: {
  readonly kind: keyof typeof LOOKS;
  readonly before: number | null;
  readonly after: number | null;
  readonly children: ReactNode;
  /** Whether the comment is about this line. */
  readonly isChosen?: boolean;
  /** Makes the comment about this line, or, with Shift, about the lines up to it. */
  readonly choose?: ((isRange: boolean) => void) | undefined;
}) {
  const { row, sign, code } = LOOKS[kind];
  return (
    <div className="mono grid min-h-5 grid-cols-[34px_24px_minmax(0,1fr)] md:grid-cols-[48px_40px_40px_28px_minmax(0,1fr)]">
      <span className="grid place-items-center max-md:hidden">
        {isChosen ? (
          <Mark name="caret" tone="red" size={14} label="your comment is about this line:" />
        ) : null}
      </span>
      <span className="pr-2 text-right text-ink-3 select-none max-md:hidden">{before}</span>
      {choose === undefined || after === null ? (
        <span className="pr-2 text-right text-ink-3 select-none">{after}</span>
      ) : (
        // Not a stop of the tab key: the comment's own fields name lines by keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Comment on line ${after}`}
          aria-pressed={isChosen}
          className={`pr-2 text-right select-none hover:text-red hover:underline ${isChosen ? "font-semibold text-red" : "text-ink-3"}`}
          onClick={(event) => choose(event.shiftKey)}
        >
          {after}
        </button>
      )}
      <span aria-hidden="true" className={`text-center font-semibold select-none ${row} ${sign}`}>
        {SIGNS[kind]}
      </span>
      <span className={`pr-4 break-words whitespace-pre-wrap [tab-size:4] ${row}`}>
        {kind === "same" ? null : <span className="sr-only">{CHANGE_LABELS[kind]}</span>}
        <span className={code}>{children}</span>
      </span>
    </div>
  );
}
