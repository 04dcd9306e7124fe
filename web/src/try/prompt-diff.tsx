import { lineDiff } from "../review/diff/line-diff.ts";
import { VisibleText } from "../parts/visible-text.tsx";

const LOOKS = {
  same: ["", " "],
  added: ["bg-green-wash", "+"],
  removed: ["bg-sunk line-through decoration-ink-3", "−"],
} as const;

/** What was added to a prompt, line by line. */
export function PromptDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const steps = lineDiff(before.split("\n"), after.split("\n"));
  return (
    <div
      role="region"
      aria-label="The refined prompt, as a diff"
      tabIndex={0}
      className="mono mt-3 max-h-[60vh] overflow-auto border-y border-hair-2 py-2"
    >
      {steps.map(({ kind, text }, at) => {
        const [look, sign] = LOOKS[kind];
        return (
          <div key={at} className={`grid min-h-5 grid-cols-[24px_minmax(0,1fr)] ${look}`}>
            <span aria-hidden="true" className="text-center text-ink-3 select-none">
              {sign}
            </span>
            <span className="break-words whitespace-pre-wrap">
              {kind === "same" ? null : <span className="heard">{kind}: </span>}
              <VisibleText text={text} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
