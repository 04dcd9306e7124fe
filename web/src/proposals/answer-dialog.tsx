import { BatchDialog } from "./batch-dialog.tsx";
import { ModifyDialog } from "./modify-dialog.tsx";
import type { Proposal, Waiting } from "./proposals-query.ts";
import { ProposeDialog } from "./propose-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { useDecide } from "./use-decide.ts";

export type Asking = "reject" | "modify" | "defer" | "batch" | "propose";

/** What has to be said before an answer is given. */
export function AnswerDialog({
  asking,
  proposal,
  chosen,
  decide,
  go,
  close,
}: {
  readonly asking: Asking;
  readonly proposal: Proposal | undefined;
  /** Those that are ticked. */
  readonly chosen: readonly Waiting[];
  readonly decide: ReturnType<typeof useDecide>;
  readonly go: (ruleId: string) => void;
  readonly close: () => void;
}) {
  if (asking === "batch") return <BatchDialog items={chosen} close={close} />;
  if (asking === "propose") {
    const proposed = (ruleId: string): void => {
      close();
      go(ruleId);
    };
    return <ProposeDialog proposed={proposed} close={close} />;
  }
  if (proposal === undefined) return null;
  if (asking === "modify") return <ModifyDialog proposal={proposal} decide={decide} close={close} />;
  return asking === "reject" ? (
    <ReasonDialog
      name={`reject.${proposal.rule_id}.${proposal.version.version}`}
      title="Reject with a reason"
      explain="Why not? It is shown when the same rule is proposed again."
      action="Reject"
      isRequired
      send={decide.reject}
      close={close}
    />
  ) : (
    <ReasonDialog
      name={`defer.${proposal.rule_id}.${proposal.version.version}`}
      title="Let it wait"
      explain="What are you waiting for? It stays open one more term, and its approvals stay. You may leave this empty."
      action="Defer"
      isRequired={false}
      send={decide.defer}
      close={close}
    />
  );
}
