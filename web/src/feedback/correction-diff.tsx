import { VisibleText } from "../parts/visible-text.tsx";

const MAX_LINES = 200;
const KINDS = { "+": "bg-green-wash", "-": "bg-sunk line-through decoration-ink-3" } as const;

/** What a person changed in the work, line by line. */
export function CorrectionDiff({ diff }: { readonly diff: string }) {
  const lines = diff.split("\n");
  return (
    <pre
      className="mono mt-3 max-h-80 overflow-auto border-y border-hair-2 py-2"
      tabIndex={0}
      role="region"
      aria-label="What was changed"
    >
      {lines.slice(0, MAX_LINES).map((line, at) => {
        const isHead = line.startsWith("+++") || line.startsWith("---");
        const kind = isHead ? "" : (KINDS[line[0] as keyof typeof KINDS] ?? "");
        return (
          <div key={at} className={`min-h-5 px-3 whitespace-pre ${kind} ${isHead ? "text-ink-3" : ""}`}>
            <VisibleText text={line} />
          </div>
        );
      })}
      {lines.length > MAX_LINES ? (
        <div className="px-3 text-ink-3">{lines.length - MAX_LINES} more</div>
      ) : null}
    </pre>
  );
}
