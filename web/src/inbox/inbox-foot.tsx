import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Key } from "../components/key.tsx";
import { isLetterKey, useLetterKeys } from "../lib/letter-keys.ts";
import { useNow, withUnit } from "../components/time.tsx";
import { type Act, dismiss, retry, usePendingDecisions } from "./pending-decisions.ts";
import { countWord } from "../lib/format.ts";
import { OUTCOMES } from "./describe-work.ts";

const KEYS = [
  ["j k", "move"],
  ["↵", "open"],
  ["a", "approve"],
  ["e", "edit"],
  ["r", "reject"],
  ["x", "select"],
  ["f", "filter"],
  ["?", "all keys"],
] as const;

export function InboxFoot({
  picked,
  canDecide,
  approve,
  reject,
  clear,
  undo,
}: {
  readonly picked: number;
  readonly canDecide: boolean;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly clear: () => void;
  readonly undo: () => void;
}) {
  const { acts } = usePendingDecisions();
  const hasLetters = useLetterKeys();
  const failed = acts.find(({ state }) => state === "failed");
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1">
      {picked === 0 ? (
        <ul className="flex flex-wrap gap-x-5 text-second text-ink-2 max-md:hidden">
          {KEYS.filter(
            ([keys, does]) =>
              (canDecide || !/approve|edit|reject|select/.test(does)) && (hasLetters || !isLetterKey(keys)),
          ).map(([keys, does]) => (
            <li key={does} className="flex items-center gap-1.5">
              {keys.split(" ").map((key) => (
                <Key key={key}>{key}</Key>
              ))}
              {does}
            </li>
          ))}
        </ul>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-second">
            <b className="font-semibold">{picked}</b> selected
          </span>
          <Button hint="a" onClick={approve}>
            Approve {picked === 1 ? "it" : "all"}
          </Button>
          <Button hint="r" onClick={reject}>
            Reject {picked === 1 ? "it" : "all"}
          </Button>
          <Button kind="quiet" onClick={clear}>
            Clear
          </Button>
          <span className="max-md:hidden">
            <Key>esc</Key>
          </span>
        </div>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-3 text-second max-md:w-full">
        {failed === undefined ? null : <FailedAct act={failed} />}
        <UndoQueue acts={acts.filter(({ state }) => state === "held")} undo={undo} />
      </div>
    </div>
  );
}

function UndoQueue({ acts, undo }: { readonly acts: readonly Act[]; readonly undo: () => void }) {
  const now = useNow(acts.length === 0 ? 60_000 : 500);
  const last = acts.at(-1);
  const decided = last?.work[0];
  const outcome = decided === undefined ? undefined : OUTCOMES[decided.body.decision];
  return (
    <>
      <p role="status" className="flex min-w-0 items-center gap-2">
        {last === undefined || decided === undefined || outcome === undefined ? null : (
          <>
            <Mark name={outcome.mark} tone={outcome.mark === "stet" ? "green" : "ink"} />
            <span className={`shrink-0 ${outcome.mark === "stet" ? "text-green" : ""}`}>
              {outcome.word[0]!.toUpperCase() + outcome.word.slice(1)}
            </span>
            <span className="max-w-80 truncate">
              {last.work.length === 1 ? decided.title : `${countWord(last.work.length)} submissions`}
            </span>
          </>
        )}
      </p>
      {last === undefined ? null : (
        <span className="flex shrink-0 items-center gap-2 max-md:ml-auto">
          <button type="button" className="quiet min-h-6 max-md:min-h-11 max-md:px-2" onClick={undo}>
            Undo
          </button>
          <span className="max-md:hidden">
            <Key>z</Key>
          </span>
          <span aria-hidden="true" className="w-7 text-ink-3">
            {withUnit(Math.max(0, Math.min(6, Math.ceil((last.until - now) / 1_000))), "s")}
          </span>
        </span>
      )}
    </>
  );
}

function FailedAct({ act: { key, work, problem, canRetry } }: { readonly act: Act }) {
  return (
    <div role="alert" className="flex min-w-0 flex-wrap items-center gap-2">
      <Mark name="query" tone="red" />
      <span className="min-w-0">
        {work.length === 1 ? `“${work[0]!.title}”` : `${countWord(work.length)} submissions`} not decided:{" "}
        {problem}
      </span>
      {canRetry === true ? (
        <Button kind="quiet" onClick={() => retry(key)}>
          Retry
        </Button>
      ) : null}
      <Button kind="quiet" onClick={() => dismiss(key)}>
        Dismiss
      </Button>
    </div>
  );
}
