import { Mark } from "../marks/mark.tsx";
import { changedLines } from "./changed-lines.ts";
import { Coloured } from "./coloured.tsx";
import { DiffRow } from "./diff-row.tsx";
import { resultOf } from "./diff/edit-diff.ts";
import type { Hunk } from "./diff/parse-diff.ts";
import { EditSection } from "./edit-section.tsx";
import type { Editing } from "./editing.ts";
import { PencilView } from "./pencil-view.tsx";
import { VisibleText } from "../parts/visible-text.tsx";

/** One hunk: as the agent wrote it, as somebody is changing it, or as they have. */
export function HunkView({
  hunk,
  path,
  skipped,
  limit,
  isResult,
  editing,
}: {
  readonly hunk: Hunk;
  readonly path: string;
  /** How many lines lie between it and the one before. */
  readonly skipped: number;
  /** So many of its lines are shown. */
  readonly limit: number;
  /** Without what the agent took out. */
  readonly isResult: boolean;
  readonly editing: Editing;
}) {
  const { index, afterStart, section } = hunk;
  const original = resultOf(hunk);
  const edited = editing.edits[index];
  const isOpen = editing.open === index;
  const lines = isResult ? hunk.lines.filter(({ kind }) => kind !== "removed") : hunk.lines;
  return (
    <section data-part={index} aria-label={`${path}, line ${afterStart}`}>
      <div className="group flex min-h-8 items-center gap-3 pt-1 pr-4 pl-5 text-meta text-ink-3 one:pl-[68px]">
        {skipped === 0 ? null : (
          <span className="shrink-0">{skipped === 1 ? "1 line the same" : `${skipped} lines the same`}</span>
        )}
        <code className="mono truncate">{section === "" ? `line ${afterStart}` : section}</code>
        {edited === undefined || isOpen ? null : (
          <span className="flex items-center gap-1 text-ink-2">
            <Mark name="caret" tone="red" size={14} />
            {linesWords(changedLines(original, edited))} changed by you
          </span>
        )}
        {isOpen || !editing.isAllowed ? null : (
          <button
            type="button"
            className="quiet ml-auto min-h-6 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-two:opacity-100"
            aria-label={`Edit from line ${afterStart}`}
            onClick={() => editing.start(index)}
          >
            Edit
          </button>
        )}
      </div>
      {isOpen ? (
        <EditSection
          agent={editing.agent}
          original={original}
          text={edited ?? original}
          firstLine={afterStart}
          change={(text) => editing.change(index, text)}
          done={editing.done}
          send={editing.send}
        />
      ) : edited === undefined ? (
        lines.slice(0, limit).map(({ kind, text, before, after }, at) => (
          <DiffRow key={at} kind={isResult ? "same" : kind} before={before} after={after}>
            {kind === "removed" ? <VisibleText text={text} /> : <Coloured text={text} />}
          </DiffRow>
        ))
      ) : (
        <PencilView original={original} text={edited} firstLine={afterStart} />
      )}
    </section>
  );
}

const linesWords = (lines: number): string => (lines === 1 ? "1 line" : `${lines} lines`);
