import { Mark } from "../components/mark.tsx";
import type { DiffFile } from "./parse-diff.ts";

const TAB =
  "plain-link flex min-h-9 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-ink-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink max-md:min-h-11";

export function FileTabs({
  files,
  at,
  go,
  seen,
  isChanged,
  isResult,
  setResult,
}: {
  readonly files: readonly DiffFile[];
  readonly at: number;
  readonly go: (at: number) => void;
  readonly seen: readonly number[];
  readonly isChanged: (file: DiffFile) => boolean;
  readonly isResult: boolean;
  readonly setResult: (isResult: boolean) => void;
}) {
  return (
    <div className="flex border-b border-hair-2 px-5 text-second md:pr-5 md:pl-[68px]">
      <nav aria-label="Files" className="flex min-w-0 flex-1 gap-5 overflow-x-auto">
        {files.map((file, index) => (
          <button
            key={index}
            type="button"
            aria-current={index === at ? "true" : undefined}
            title={file.path}
            className={TAB}
            onClick={() => go(index)}
          >
            {isChanged(file) ? (
              <Mark name="caret" tone="red" size={14} label="You changed this file:" />
            ) : null}
            {seen.includes(index) ? (
              <Mark name="stet" tone="green" size={14} label="You have seen this file:" />
            ) : null}
            {shortPath(file.path, files)}
            <span className="font-normal text-ink-3">{counts(file)}</span>
          </button>
        ))}
      </nav>
      <div role="group" aria-label="How to show it" className="ml-4 flex gap-4">
        <button
          type="button"
          aria-current={isResult ? undefined : "true"}
          className={TAB}
          onClick={() => setResult(false)}
        >
          Diff
        </button>
        <button
          type="button"
          aria-current={isResult ? "true" : undefined}
          className={TAB}
          onClick={() => setResult(true)}
        >
          Result
        </button>
      </div>
    </div>
  );
}

function shortPath(path: string, files: readonly DiffFile[]): string {
  const segments = path.split("/");
  const name = segments.at(-1) ?? path;
  const isAlone = files.filter((file) => file.path.split("/").at(-1) === name).length === 1;
  return (isAlone ? name : segments.slice(-2).join("/")) || "no name";
}

const counts = ({ added, removed }: DiffFile): string =>
  [added === 0 ? "" : `+${added}`, removed === 0 ? "" : `−${removed}`]
    .filter((part) => part !== "")
    .join(" ");
