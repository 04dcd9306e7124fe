import { BatchDialog } from "./batch-dialog.tsx";
import type { Proposal, Waiting } from "./proposal-queries.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import type { useDecide } from "./use-decide.ts";
import { useModification } from "./use-modification.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { isLoggedOut } from "../api/api-error.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { namesIn, type RuleWords } from "./rule-draft.ts";
import { useKept } from "../hooks/use-draft-state.ts";
import type { ComponentProps } from "react";
import { Dialog } from "../components/dialog.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { queryKeys } from "../api/query-keys.ts";

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
      draft={`reject.${proposal.rule_id}.${proposal.version.version}`}
      title="Reject with a reason"
      explain="Why not? It is shown when the same rule is proposed again."
      action="Reject"
      send={orThrow(decide.reject)}
      close={close}
    />
  ) : (
    <ReasonDialog
      draft={`defer.${proposal.rule_id}.${proposal.version.version}`}
      title="Let it wait"
      explain="What are you waiting for? It stays open one more term, and its approvals stay. You may leave this empty."
      action="Defer"
      isRequired={false}
      send={orThrow(decide.defer)}
      close={close}
    />
  );
}

/** Changes a proposal into a new version. */
function ModifyDialog({
  proposal,
  decide,
  close,
}: {
  readonly proposal: Proposal;
  readonly decide: ReturnType<typeof useDecide>;
  readonly close: () => void;
}) {
  const { words, change, send } = useModification(proposal, decide);
  return (
    <RuleForm
      title="Modify the proposal"
      action={`Make it version ${proposal.version.version + 1}`}
      words={words}
      change={change}
      ruleId={proposal.rule_id}
      reasonLabel="Why, for those who must approve it"
      note="Approvals start again; yours alone is not enough."
      send={async () => {
        const refused = await send();
        if (refused === null) close();
        return refused;
      }}
      close={close}
    />
  );
}

const BLANK: RuleWords = { text: "", type: "guideline", agents: "", paths: "", reason: "" };

/** A rule in a person's own words; it needs the same approvals as any other. */
function ProposeDialog({
  proposed,
  close,
}: {
  readonly proposed: (ruleId: string) => void;
  readonly close: () => void;
}) {
  const client = useQueryClient();
  const [words, change, forget] = useKept<RuleWords>("propose", BLANK);
  const send = async (): Promise<string | null> => {
    try {
      const made = await api("proposeRule", {
        body: {
          text: words.text.trim(),
          type: words.type,
          reason: words.reason.trim(),
          scope: { agents: namesIn(words.agents), paths: namesIn(words.paths) },
        },
      });
      forget();
      await client.invalidateQueries({ queryKey: queryKeys.proposals.all() });
      proposed(made.rule_id);
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
      words={words}
      change={change}
      reasonLabel="Why it is needed"
      note="Others must approve it; yours alone is not enough."
      send={send}
      close={close}
    />
  );
}

/** The editor of a rule, over the page. */
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
