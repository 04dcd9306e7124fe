import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { type Act, dismiss, retry, undoLast, usePendingDecisions } from "../inbox/pending-decisions.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { DID } from "./submission.ts";
import { asSentence } from "../lib/format.ts";

export function PendingLine() {
  const { acts } = usePendingDecisions();
  const navigate = useNavigate();
  const held = acts.findLast(({ state }) => state === "held");
  const failed = acts.filter(({ state }) => state === "failed");
  const undo = (): void => {
    const [submission] = undoLast();
    if (submission === undefined) return;
    void navigate({ to: "/inbox/$submission", params: { submission }, search: (old) => withoutEdit(old) });
  };
  useKeys([{ keys: "z", label: "undo the last decision", run: undo, isSafe: true }]);
  const hasFailed = failed.length > 0;
  // The failure may be due to an expired session, which only the server knows.
  useEffect(() => {
    if (hasFailed) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [hasFailed]);
  return (
    <div className="empty:hidden">
      <p
        role="status"
        className="flex items-center gap-3 border-b border-hair py-1 text-second text-ink-2 empty:hidden"
      >
        {held === undefined ? null : (
          <>
            <span className="min-w-0 truncate">{describeAct(held)}</span>
            <Button kind="quiet" hint="z" onClick={undo}>
              Undo
            </Button>
          </>
        )}
      </p>
      {failed.map((act) => (
        <FailedAct key={act.key} act={act} />
      ))}
    </div>
  );
}

export const withoutEdit = <S extends Readonly<Record<string, string | undefined>>>(
  search: S,
): Omit<S, "edit"> => {
  const { edit: _edit, ...rest } = search;
  return rest;
};

function describeAct({ work }: Act): string {
  const [first] = work;
  if (first === undefined) return "";
  const what = work.length === 1 ? `“${first.title}”` : `${work.length} submissions`;
  return `You ${DID[first.body.decision]} ${what}.`;
}

function FailedAct({ act: { key, work, problem, canRetry } }: { readonly act: Act }) {
  const [first] = work;
  if (first === undefined) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hair py-1 text-second"
    >
      <Mark name="query" tone="red" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium">Your answer to “{first.title}” was not saved.</strong>{" "}
        {asSentence(problem ?? "")} Your text is kept.
      </p>
      {canRetry === true ? (
        <Button kind="quiet" onClick={() => retry(key)}>
          Retry
        </Button>
      ) : (
        <Link to="/inbox/$submission" params={{ submission: first.id }} className="quiet">
          Open it
        </Link>
      )}
      <Button kind="quiet" onClick={() => dismiss(key)}>
        Dismiss
      </Button>
    </div>
  );
}
