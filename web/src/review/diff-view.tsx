import { useState } from "react";
import { lineCount, DiffFileView } from "./diff-file-view.tsx";
import type { Diff } from "./parse-diff.ts";
import type { Editing } from "./use-editing.ts";
import { FileTabs } from "./file-tabs.tsx";
import { ShowMore } from "./show-more.tsx";
import { useKeys } from "../shell/use-keys.ts";

const FIRST = 1_500;
const MORE = 10_000;

/** All files of a diff, one below the other. */
export function DiffView({
  diff: { files },
  editing,
  seen,
  setSeen,
}: {
  readonly diff: Diff;
  readonly editing: Editing;
  /** The files that were ticked, by their position. */
  readonly seen: readonly number[];
  readonly setSeen: (seen: readonly number[]) => void;
}) {
  const [current, setCurrent] = useState(0);
  const [isResult, setResult] = useState(false);
  const [limit, setLimit] = useState(FIRST);
  const starts = files.map((_, at) => lineCount(files.slice(0, at).flatMap(({ hunks }) => hunks)));
  const all = lineCount(files.flatMap(({ hunks }) => hunks));
  const go = (to: number): void => {
    const at = Math.max(0, Math.min(files.length - 1, to));
    setCurrent(at);
    const start = starts[at] ?? 0;
    if (start >= limit) setLimit(start + FIRST);
    requestAnimationFrame(() =>
      document.querySelector(`[data-file="${at}"]`)?.scrollIntoView({ block: "start" }),
    );
  };
  const tick = (at: number, isSeen: boolean): void =>
    setSeen(isSeen ? [...new Set([...seen, at])] : seen.filter((each) => each !== at));
  useKeys([
    { keys: "]", label: "next file", run: () => go(current + 1) },
    { keys: "[", label: "previous file", run: () => go(current - 1) },
    {
      keys: "v",
      label: "tick the file as seen, and go to the next",
      run: () => {
        tick(current, !seen.includes(current));
        if (!seen.includes(current)) go(current + 1);
      },
    },
  ]);
  return (
    <>
      <FileTabs
        files={files}
        at={current}
        go={go}
        seen={seen}
        isChanged={({ hunks }) => hunks.some(({ index }) => editing.edits[index] !== undefined)}
        isResult={isResult}
        setResult={setResult}
      />
      <div className="pb-8">
        {files.map((file, at) => (
          <DiffFileView
            key={at}
            file={file}
            at={at}
            limit={limit - starts[at]!}
            isResult={isResult}
            isSeen={seen.includes(at)}
            setSeen={(isSeen) => tick(at, isSeen)}
            editing={editing}
          />
        ))}
        <ShowMore shown={limit} all={all} step={MORE} more={setLimit} />
      </div>
    </>
  );
}
