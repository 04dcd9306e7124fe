import { useState } from "react";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import {
  approvalId,
  approveLater,
  undoApproval,
  useApprovalOutcomes,
  usePendingApprovals,
} from "./pending-approvals.ts";
import type { Waiting } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { formatAgents } from "./format-proposal.ts";

export function BatchDialog({
  items: chosen,
  close,
}: {
  readonly items: readonly Waiting[];
  readonly close: () => void;
}) {
  // The user approves what was shown, even if the queue changes.
  const [items] = useState(chosen);
  const { acts } = usePendingApprovals();
  const outcomes = useApprovalOutcomes();
  const idOf = ({ rule_id, version }: Waiting): string => approvalId(rule_id, version);
  const ids = new Set(items.map(idOf));
  const act = acts.find(({ work }) => work.some(({ id }) => ids.has(id)));
  const isOver = items.every((item) => outcomes.has(idOf(item)));
  const approved = items.filter((item) => outcomes.get(idOf(item))?.isRefused === false).length;
  const approve = (): void =>
    approveLater(
      items.map((item) => ({
        id: idOf(item),
        ruleId: item.rule_id,
        version: item.version,
        text: item.text,
        retiring: [],
      })),
    );
  return (
    <Dialog
      title={
        isOver
          ? `${approved} approved`
          : act === undefined
            ? `Approve ${plural(items.length, "proposal")}?`
            : `Approving ${plural(items.length, "proposal")}`
      }
      close={close}
      wide
    >
      <div className="flex flex-row-reverse flex-wrap justify-start gap-2">
        {isOver ? (
          <Button key="over" kind="solid" autoFocus onClick={close}>
            Back to the queue
          </Button>
        ) : act === undefined ? (
          <>
            <Button key="approve" kind="solid" onClick={approve}>
              {`Approve ${items.length === 1 ? "it" : `these ${items.length}`}`}
            </Button>
            <Button onClick={close}>Back</Button>
          </>
        ) : (
          <>
            <Button key="undo" disabled={act.state !== "held"} onClick={() => void undoApproval()}>
              Undo
            </Button>
            <p role="status" className="mr-auto self-center text-second text-ink-2">
              You can undo for six seconds.
            </p>
          </>
        )}
      </div>
      <ol className="mt-3">
        {items.map((item) => (
          <li key={item.rule_id} className="border-t border-hair py-3">
            <p className="serif text-rule">
              <VisibleText text={item.text} isOneLine />
            </p>
            <Outcome item={item} outcome={outcomes.get(idOf(item))} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Outcome({
  item,
  outcome,
}: {
  readonly item: Waiting;
  readonly outcome: { readonly isRefused: boolean; readonly message: string } | undefined;
}) {
  if (outcome === undefined) return <p className="text-second text-ink-2">{describeEvidence(item)}</p>;
  return (
    <p role="status" className={`flex gap-2 text-second ${outcome.isRefused ? "" : "text-ink-2"}`}>
      <Mark name={outcome.isRefused ? "query" : "stet"} tone={outcome.isRefused ? "red" : "green"} />
      {outcome.isRefused ? `Not approved: ${outcome.message}` : outcome.message}
    </p>
  );
}

function describeEvidence({ scope, approval, occurrences, people }: Waiting): string {
  const evidence =
    occurrences === 0
      ? "No corrections behind it"
      : `${plural(occurrences, "correction")} by ${people === 1 ? "one person only" : plural(people, "person", "people")}`;
  const then =
    approval.missing === 1
      ? "Your approval puts it into force"
      : `${approval.missing - 1} more approvals needed after yours`;
  return `For ${formatAgents(scope.agents)}. ${evidence}. ${then}.`;
}
