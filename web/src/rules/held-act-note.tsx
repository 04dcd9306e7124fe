import { Button } from "../components/button.tsx";
import { Mark } from "../components/mark.tsx";
import { asSentence } from "../lib/format.ts";
import { useKeys } from "../shell/use-keys.ts";
import { dismissAct, retryAct, undoAct, useHeldActs } from "./held-acts.ts";

/** What was decided about a rule and can still be undone, or was not saved. */
export function HeldActNote({ rule }: { readonly rule: string }) {
  const { acts } = useHeldActs();
  const own = acts.filter(({ work }) => work.some(({ id }) => id === rule));
  const held = own.findLast(({ state }) => state === "held");
  useKeys(held === undefined ? [] : [{ keys: "z", label: "undo", run: () => void undoAct(), isSafe: true }]);
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-3 text-second text-ink-2">
        {held === undefined ? null : (
          <>
            <Mark name="stet" tone="green" />
            {held.work[0]?.did}
            <Button kind="quiet" hint="z" onClick={() => undoAct()}>
              Undo
            </Button>
          </>
        )}
      </p>
      {own
        .filter(({ state }) => state === "failed")
        .map(({ key, problem = "", canRetry }) => (
          <div key={key} role="alert" className="flex flex-wrap items-center gap-3 text-second">
            <Mark name="query" tone="red" />
            <p className="min-w-0 flex-1">
              <strong className="font-medium">Not saved.</strong> {asSentence(problem)}
            </p>
            {canRetry === true ? (
              <Button kind="quiet" onClick={() => retryAct(key)}>
                Retry
              </Button>
            ) : null}
            <Button kind="quiet" onClick={() => dismissAct(key)}>
              Dismiss
            </Button>
          </div>
        ))}
    </>
  );
}
