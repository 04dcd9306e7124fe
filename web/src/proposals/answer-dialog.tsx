import { BatchDialog } from "./batch-dialog.tsx";
import type { Proposal, Waiting } from "./proposal-queries.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import type { useDecide } from "./use-decide.ts";
import { useModification } from "./use-modification.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { isLoggedOut } from "../api/api-error.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { namesIn, type RuleDraft } from "./rule-draft.ts";
import { useDraftState } from "../hooks/use-draft-state.ts";
import type { ComponentProps } from "react";
import { Dialog } from "../components/dialog.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { queryKeys } from "../api/query-keys.ts";

export type Asking = "reject" | "modify" | "defer" | "batch" | "propose";

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
      draft={`reject.${proposal.rule_id}.${proposal.version.version}`}
      title="Reject with a reason"
      explain="Shown when the same rule is proposed again."
      action="Reject"
      send={orThrow(decide.reject)}
      close={close}
    />
  ) : (
    <ReasonDialog
      draft={`defer.${proposal.rule_id}.${proposal.version.version}`}
      title="Defer"
      explain="The proposal stays open for another term and keeps its approvals. The reason is optional."
      action="Defer"
      isRequired={false}
      send={orThrow(decide.defer)}
      close={close}
    />
  );
}

function ModifyDialog({
  proposal,
  decide,
  close,
}: {
  readonly proposal: Proposal;
  readonly decide: ReturnType<typeof useDecide>;
  readonly close: () => void;
}) {
  const { draft, change, send } = useModification(proposal, decide);
  return (
    <RuleForm
      title="Modify the proposal"
      action={`Save as version ${proposal.version.version + 1}`}
      draft={draft}
      change={change}
      ruleId={proposal.rule_id}
      reasonLabel="Reason, for the approvers"
      note="Approvals start over, and yours alone is not enough."
      send={async () => {
        const refused = await send();
        if (refused === null) close();
        return refused;
      }}
      close={close}
    />
  );
}

const BLANK: RuleDraft = { text: "", type: "guideline", agents: "", paths: "", reason: "" };

function ProposeDialog({
  proposed,
  close,
}: {
  readonly proposed: (ruleId: string) => void;
  readonly close: () => void;
}) {
  const client = useQueryClient();
  const [draft, change, forget] = useDraftState<RuleDraft>("propose", BLANK);
  const send = async (): Promise<string | null> => {
    try {
      const proposal = await api("proposeRule", {
        body: {
          text: draft.text.trim(),
          type: draft.type,
          reason: draft.reason.trim(),
          scope: { agents: namesIn(draft.agents), paths: namesIn(draft.paths) },
        },
      });
      forget();
      await client.invalidateQueries({ queryKey: queryKeys.proposals.all() });
      proposed(proposal.rule_id);
      return null;
    } catch (error) {
      if (isLoggedOut(error)) askToLogIn(client);
      return error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <RuleForm
      title="Propose a rule"
      action="Propose it"
      draft={draft}
      change={change}
      reasonLabel="Why it is needed"
      note="Others must approve it too."
      send={send}
      close={close}
    />
  );
}

const RuleForm = ({
  title,
  close,
  ...editor
}: ComponentProps<typeof RuleEditor> & { readonly title: string; readonly close: () => void }) => (
  <Dialog title={title} close={close} wide>
    <RuleEditor close={close} {...editor} />
  </Dialog>
);

const orThrow =
  (send: (reason: string) => Promise<string | null>) =>
  async (reason: string): Promise<void> => {
    const problem = await send(reason);
    if (problem !== null) throw new Error(problem);
  };
