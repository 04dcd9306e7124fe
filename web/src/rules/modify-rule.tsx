import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { RuleEditor } from "../proposals/rule-editor.tsx";
import { useModification } from "../proposals/use-modification.ts";
import { actLater, refreshRule, requireUnchanged } from "./held-acts.ts";

/** Rewrites a rule in force where it is read. The wording in force stays until the new one is approved. */
export function ModifyRule({
  rule,
  version,
  done,
  close,
}: {
  readonly rule: Schemas["Rule"];
  readonly version: Schemas["RuleVersion"];
  readonly done: () => void;
  readonly close: () => void;
}) {
  const { draft, change, send } = useModification(
    { version, rule_id: rule.id },
    {
      modify: async (changes) => {
        try {
          await requireUnchanged(rule);
        } catch (error) {
          await refreshRule(rule.id).catch(() => undefined);
          return error instanceof Error ? error.message : String(error);
        }
        actLater([
          {
            id: rule.id,
            did: "You proposed a new wording.",
            draft: `modify.${rule.id}.${version.version}`,
            send: () =>
              api("modifyProposal", {
                params: { rule_id: rule.id },
                ifMatch: String(rule.revision),
                body: { version: version.version, ...changes },
                keepalive: true,
              }),
            done,
          },
        ]);
        close();
        return null;
      },
    },
  );
  const isSame =
    draft.text.trim() === version.text &&
    draft.type === version.type &&
    draft.agents === version.scope.agents.join(", ") &&
    draft.paths === version.scope.paths.join(", ");
  return (
    <section aria-label="Modify this rule" className="mt-4 border-y border-hair-2 py-4">
      <RuleEditor
        action="Propose this wording"
        draft={draft}
        change={change}
        ruleId={rule.id}
        reasonLabel="Reason, for the approvers"
        note="The wording in force stays until this one is approved."
        send={async () => (isSame ? "Change the rule first." : send())}
        close={close}
      />
    </section>
  );
}
