import { useId } from "react";
import { cutBySpans, type Span } from "./spans.ts";

/** Longer texts are not highlighted. */
const MAX_DRAWN = 100_000;

/** A textarea over a copy of its text. The copy draws the highlights and sets the height. */
export function MarkedField({
  label,
  value,
  change,
  spans,
  variant,
  mono = false,
  placeholder,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly spans: readonly Span[];
  readonly variant: "evidence" | "lint";
  readonly mono?: boolean;
  readonly placeholder: string;
}) {
  const id = useId();
  const isDrawn = value.length <= MAX_DRAWN;
  const letters = `${mono ? "font-mono text-code" : "serif text-rule"} whitespace-pre-wrap break-words [overflow-wrap:anywhere] px-3 py-2`;
  const marked =
    variant === "lint"
      ? "bg-transparent text-transparent underline decoration-red decoration-wavy decoration-1 underline-offset-3"
      : "bg-sunk text-transparent border-b-2 border-ink box-decoration-clone";
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div
        className={`grid max-h-[56vh] rounded-box border border-edge bg-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${isDrawn ? "overflow-auto" : ""}`}
      >
        {isDrawn ? (
          <div
            aria-hidden="true"
            data-marks={variant}
            className={`pointer-events-none [grid-area:1/1] min-h-40 text-transparent ${letters}`}
          >
            {cutBySpans(value, spans).map(({ text, isMarked }, at) =>
              isMarked ? (
                <mark key={at} className={marked}>
                  {text}
                </mark>
              ) : (
                <span key={at}>{text}</span>
              ),
            )}
            {"\u200b\n"}
          </div>
        ) : null}
        <textarea
          id={id}
          className={`[grid-area:1/1] w-full resize-none bg-transparent outline-none placeholder:text-ink-3 ${isDrawn ? "h-full overflow-hidden" : "h-[56vh] overflow-auto"} ${letters}`}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </div>
  );
}
