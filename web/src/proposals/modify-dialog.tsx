import type { Proposal } from "./proposals-query.ts";
import { RuleForm } from "./rule-form.tsx";
import type { useDecide } from "./use-decide.ts";
import { useModification } from "./use-modification.ts";

/** Changes a proposal into a new version. */
export function ModifyDialog({
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
