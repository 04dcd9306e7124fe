import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import type { QueuedAction } from "../lib/undo-queue.ts";
import { useNow, withUnit } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import { useKeys } from "../shell/use-keys.ts";
import {
  type Approval,
  dismissApproval,
  retryApproval,
  undoApproval,
  usePendingApprovals,
} from "./pending-approvals.ts";
import { asSentence } from "../lib/format.ts";

export function ApprovalLine() {
  const { acts } = usePendingApprovals();
  const held = acts.findLast(({ state }) => state === "held");
  const now = useNow(held === undefined ? 60_000 : 500);
  const undo = (): void => void undoApproval();
  useKeys(
    held === undefined ? [] : [{ keys: "z", label: "undo the last approval", run: undo, isSafe: true }],
  );
  return (
    <div className="empty:hidden">
      {held === undefined ? null : (
        <p className="flex items-center gap-3 border-b border-hair py-1 text-second text-ink-2">
          <Mark name="stet" tone="green" />
          <span role="status" className="min-w-0 truncate">
            Approved {named(held)}
          </span>
          <Button kind="quiet" hint="z" onClick={undo}>
            Undo
          </Button>
          <span aria-hidden="true" className="w-7 text-ink-3">
            {withUnit(Math.max(0, Math.min(6, Math.ceil((held.until - now) / 1_000))), "s")}
          </span>
        </p>
      )}
      {acts
        .filter(({ state }) => state === "failed")
        .map((act) => (
          <Refused key={act.key} act={act} />
        ))}
    </div>
  );
}

const named = ({ work }: QueuedAction<Approval>): string =>
  work.length === 1 ? `“${work[0]!.text}”` : plural(work.length, "proposal");

function Refused({ act }: { readonly act: QueuedAction<Approval> }) {
  const [first] = act.work;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hair py-1 text-second"
    >
      <Mark name="query" tone="red" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium">
          {act.work.length === 1 ? `${named(act)} was not approved.` : `${named(act)} were not approved.`}
        </strong>{" "}
        {asSentence(act.problem ?? "")}
      </p>
      {act.canRetry === true ? (
        <Button kind="quiet" onClick={() => retryApproval(act.key)}>
          Retry
        </Button>
      ) : first === undefined ? null : (
        <Link to="/proposals/$rule" params={{ rule: first.ruleId }} className="quiet">
          Open it
        </Link>
      )}
      <Button kind="quiet" onClick={() => dismissApproval(act.key)}>
        Dismiss
      </Button>
    </div>
  );
}
