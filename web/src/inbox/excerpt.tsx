import { useQuery } from "@tanstack/react-query";
import { type Listed, submissionQuery } from "./submission-queries.ts";
import { parseDiff } from "../review/parse-diff.ts";

const MOST_LINES = 14;
/** Larger diffs are not fetched for a preview. */
const MOST_BYTES = 262_144;

export function Excerpt({
  submission,
  isResting,
}: {
  readonly submission: Listed;
  readonly isResting: boolean;
}) {
  const { id, format, excerpt, output_bytes } = submission;
  const isChange = format === "diff" && output_bytes <= MOST_BYTES;
  const { data } = useQuery({ ...submissionQuery(id), enabled: isChange && isResting });
  if (format === "diff") {
    if (isChange && data === undefined) return <div aria-busy="true" className="skeleton h-40" />;
    const lines = firstLines(data?.output ?? "");
    return lines.length === 0 ? (
      <Lines text={excerpt} />
    ) : (
      <div className="mono overflow-hidden border-y border-hair-2 py-2 text-meta">
        {lines.map(({ kind, text }, at) => (
          <div key={at} className={`flex gap-3 ${kind === "removed" ? "text-ink-3" : ""}`}>
            <span aria-hidden="true" className="w-2 shrink-0 text-ink-3">
              {SIGNS[kind]}
            </span>
            {kind === "removed" ? (
              <del className="truncate bg-sunk whitespace-pre">{text}</del>
            ) : (
              <span className="truncate whitespace-pre">{text}</span>
            )}
          </div>
        ))}
      </div>
    );
  }
  return <Lines text={excerpt} />;
}

const SIGNS = { added: "+", removed: "−", same: "" } as const;

const firstLines = (diff: string) =>
  (parseDiff(diff)?.files ?? [])
    .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines))
    .slice(0, MOST_LINES);

function Lines({ text }: { readonly text: string }) {
  return (
    <p className="line-clamp-[14] border-y border-hair-2 py-3 text-second break-words whitespace-pre-wrap text-ink-2">
      {text.trim()}
    </p>
  );
}
