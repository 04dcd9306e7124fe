import { useQuery } from "@tanstack/react-query";
import { type Listed, submissionQuery } from "./submission-queries.ts";

const MOST_LINES = 14;
/** A change that is larger is looked at in full, not fetched for an excerpt. */
const MOST_BYTES = 262_144;

/** How the work begins; of a change, its first lines. All of it is text and stays text. */
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
    const lines = changedLines(data?.output ?? "");
    return lines.length === 0 ? (
      <Lines text={excerpt} />
    ) : (
      <div className="mono overflow-hidden border-y border-hair-2 py-2 text-meta">
        {lines.map(({ sign, text }, at) => (
          <div key={at} className={`flex gap-3 ${sign === "-" ? "text-ink-3" : ""}`}>
            <span aria-hidden="true" className="w-2 shrink-0 text-ink-3">
              {SIGNS[sign]}
            </span>
            {sign === "-" ? (
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

const SIGNS = { "+": "+", "-": "−", " ": "" } as const;

function Lines({ text }: { readonly text: string }) {
  return (
    <p className="line-clamp-[14] border-y border-hair-2 py-3 text-second break-words whitespace-pre-wrap text-ink-2">
      {text.trim()}
    </p>
  );
}

interface ChangedLine {
  readonly sign: "+" | "-" | " ";
  readonly text: string;
}

/** The first lines of a unified diff that change something, each with the line before it where one is kept. */
function changedLines(diff: string): readonly ChangedLine[] {
  const lines: ChangedLine[] = [];
  let isInHunk = false;
  let start = 0;
  while (start < diff.length && lines.length < MOST_LINES) {
    const end = diff.indexOf("\n", start);
    const line = diff.slice(start, Math.min(end === -1 ? diff.length : end, start + 400));
    start = end === -1 ? diff.length : end + 1;
    if (line.startsWith("@@")) isInHunk = true;
    else if (line.startsWith("--- ") || line.startsWith("diff ")) isInHunk = false;
    else if (isInHunk && /^[-+ ]/.test(line))
      lines.push({ sign: line[0] as ChangedLine["sign"], text: line.slice(1) });
  }
  return lines;
}
