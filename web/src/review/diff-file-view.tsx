import { useId } from "react";
import { VisibleText } from "../components/visible-text.tsx";
import { HunkView } from "./hunk-view.tsx";
import type { DiffFile, Hunk } from "./parse-diff.ts";
import type { Editing } from "./use-editing.ts";

/** One file of a diff; its lines are hidden once it is ticked as seen. */
export function DiffFileView({
  file,
  at,
  limit,
  isResult,
  isSeen,
  setSeen,
  editing,
}: {
  readonly file: DiffFile;
  readonly at: number;
  readonly limit: number;
  readonly isResult: boolean;
  readonly isSeen: boolean;
  readonly setSeen: (isSeen: boolean) => void;
  readonly editing: Editing;
}) {
  const id = useId();
  return (
    <section
      data-file={at}
      aria-label={file.path === "" ? "File without a name" : file.path}
      className="scroll-mt-24 border-b border-hair pt-2 pb-4 last:border-0"
    >
      <div className="flex items-center gap-3 pr-5 pl-5 md:pl-[68px]">
        <p className="mono min-w-0 flex-1 truncate text-ink-2">
          <VisibleText text={file.path} />
        </p>
        <label
          htmlFor={id}
          className="flex min-h-6 items-center gap-2 text-second text-ink-2 max-md:min-h-11"
        >
          <input
            id={id}
            type="checkbox"
            className="size-4 accent-ink"
            checked={isSeen}
            onChange={(event) => setSeen(event.target.checked)}
          />
          Seen
        </label>
      </div>
      {file.notes.map((note) => (
        <p key={note} className="mono pl-5 text-ink-3 md:pl-[68px]">
          <VisibleText text={note} />
        </p>
      ))}
      {isSeen
        ? null
        : file.hunks.map((hunk, index) => {
            const shown = limit - lineCount(file.hunks.slice(0, index));
            return shown <= 0 ? null : (
              <HunkView
                key={hunk.index}
                hunk={hunk}
                path={file.path}
                skipped={skippedBefore(hunk, file.hunks[index - 1])}
                limit={shown}
                isResult={isResult}
                editing={editing}
              />
            );
          })}
    </section>
  );
}

function skippedBefore({ beforeStart }: Hunk, previous: Hunk | undefined): number {
  if (previous === undefined) return 0;
  const { length } = previous.lines.filter(({ kind }) => kind !== "added");
  return Math.max(0, beforeStart - previous.beforeStart - length);
}

export const lineCount = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { lines }) => sum + lines.length, 0);
