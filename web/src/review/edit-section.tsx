import { lazy, Suspense, useState } from "react";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { useQuietKeys } from "../shell/use-keys.ts";
import { countChangedLines } from "./diff.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";

const MergeEditor = lazy(async () => ({ default: (await import("./merge-editor.tsx")).MergeEditor }));

export function EditSection({
  agent,
  original,
  text,
  firstLine,
  change,
  done,
  send,
}: {
  readonly agent: string;
  readonly original: string;
  readonly text: string;
  readonly firstLine: number;
  readonly change: (text: string | undefined) => void;
  readonly done: () => void;
  readonly send: () => void;
}) {
  const isWide = useMinWidth(1340);
  useQuietKeys();
  const [opened, setOpened] = useState(0);
  const changed = countChangedLines(original, text);
  const last = firstLine + original.split("\n").length - 1;
  return (
    <section aria-label="Edit in place" className="relative my-1 border-y border-ink md:ml-12">
      <span className="absolute top-2 -left-[34px] max-md:hidden">
        <Mark name="caret" tone="red" />
      </span>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-b max-md:pt-2 border-hair-2 text-second text-ink-2">
        <p className={isWide ? "w-1/2 px-3" : "px-3"}>
          <b className="font-semibold text-ink">{agent} wrote</b>{" "}
          {original === "" ? null : `lines ${firstLine} to ${last}`}
        </p>
        <p className={isWide ? "pl-2" : "max-md:pl-3"}>
          <b className="font-semibold text-ink">You are writing</b>{" "}
          <span role="status">{changed === 0 ? "no changes yet" : counted(changed)}</span>
        </p>
        <span className="ml-auto flex gap-2 pr-3">
          {changed === 0 ? null : (
            <Button
              kind="quiet"
              onClick={() => {
                change(undefined);
                setOpened(opened + 1);
              }}
            >
              Restore {agent}’s text
            </Button>
          )}
          <Button kind="quiet" hint="esc" onClick={done}>
            Done
          </Button>
        </span>
      </div>
      <Suspense fallback={<Waiting />}>
        <MergeEditor
          // A new key remounts the editor with the agent's text.
          key={opened}
          agent={agent}
          original={original}
          text={text}
          firstLine={firstLine}
          isWide={isWide}
          changed={(edited, isOriginal) => change(isOriginal ? undefined : edited)}
          done={done}
          send={send}
        />
      </Suspense>
    </section>
  );
}

const counted = (lines: number): string => (lines === 1 ? "1 line changed" : `${lines} lines changed`);

function Waiting() {
  return (
    <div aria-busy="true" className="grid gap-2 p-4">
      <span className="sr-only">Loading the editor</span>
      <div className="skeleton h-4 w-3/5" />
      <div className="skeleton h-4 w-2/5" />
    </div>
  );
}
