import { useState } from "react";
import type { Diff, Hunk } from "./parse-diff.ts";
import type { Editing } from "./use-editing.ts";
import { FileTabs } from "./file-tabs.tsx";
import { HunkView } from "./hunk-view.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { ShowMore } from "./show-more.tsx";
import { useKeys } from "../shell/use-keys.ts";

const FIRST = 1_500;
const MORE = 10_000;

export function DiffView({ diff: { files }, editing }: { readonly diff: Diff; readonly editing: Editing }) {
  const [shownFile, setFile] = useState(0);
  const [isResult, setResult] = useState(false);
  const [limit, setLimit] = useState(FIRST);
  const go = (to: number): void => {
    setFile(Math.max(0, Math.min(files.length - 1, to)));
    setLimit(FIRST);
    editing.done();
  };
  useKeys([
    { keys: "]", label: "next file", run: () => go(shownFile + 1) },
    { keys: "[", label: "previous file", run: () => go(shownFile - 1) },
  ]);
  const file = files[shownFile]!;
  const all = lineCount(file.hunks);
  return (
    <>
      <FileTabs
        files={files}
        at={shownFile}
        go={go}
        isChanged={({ hunks }) => hunks.some(({ index }) => editing.edits[index] !== undefined)}
        isResult={isResult}
        setResult={setResult}
      />
      <div className="pt-2 pb-8">
        <p className="mono truncate pl-5 text-ink-2 md:pl-[68px]">
          <VisibleText text={file.path} />
        </p>
        {file.notes.map((note) => (
          <p key={note} className="mono pl-5 text-ink-3 md:pl-[68px]">
            <VisibleText text={note} />
          </p>
        ))}
        {file.hunks.map((hunk, at) => {
          const shown = limit - lineCount(file.hunks.slice(0, at));
          return shown <= 0 ? null : (
            <HunkView
              key={hunk.index}
              hunk={hunk}
              path={file.path}
              skipped={skippedBefore(hunk, file.hunks[at - 1])}
              limit={shown}
              isResult={isResult}
              editing={editing}
            />
          );
        })}
        <ShowMore shown={limit} all={all} step={MORE} more={setLimit} />
      </div>
    </>
  );
}

function skippedBefore({ beforeStart }: Hunk, previous: Hunk | undefined): number {
  if (previous === undefined) return 0;
  const { length } = previous.lines.filter(({ kind }) => kind !== "added");
  return Math.max(0, beforeStart - previous.beforeStart - length);
}

const lineCount = (hunks: readonly Hunk[]): number => hunks.reduce((sum, { lines }) => sum + lines.length, 0);
