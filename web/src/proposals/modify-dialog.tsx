import { useState } from "react";
import type { Proposal } from "./proposals-query.ts";
import { RuleForm } from "./rule-form.tsx";
import { namesIn, type RuleWords } from "./rule-words.ts";
import { useKept } from "../parts/use-kept.ts";
import type { useDecide } from "./use-decide.ts";

/** Changes a proposal into a new version; what is left as it was is not sent. */
export function ModifyDialog({
  proposal,
  decide,
  close,
}: {
  readonly proposal: Proposal;
  readonly decide: ReturnType<typeof useDecide>;
  readonly close: () => void;
}) {
  const { version, rule_id } = proposal;
  const [begunAt] = useState(version.version);
  const [words, change, forget] = useKept<RuleWords>(`modify.${rule_id}.${begunAt}`, {
    text: version.text,
    type: version.type,
    agents: version.scope.agents.join(", "),
    paths: version.scope.paths.join(", "),
    reason: "",
  });
  const send = async (): Promise<string | null> => {
    const [agents, paths] = [namesIn(words.agents), namesIn(words.paths)];
    const refused = await decide.modify({
      ...(words.text.trim() === version.text ? {} : { text: words.text.trim() }),
      ...(words.type === version.type ? {} : { type: words.type }),
      ...(isSame(agents, version.scope.agents) ? {} : { agents }),
      ...(isSame(paths, version.scope.paths) ? {} : { paths }),
      ...(words.reason.trim() === "" ? {} : { reason: words.reason.trim() }),
    });
    if (refused === null) {
      forget();
      close();
    }
    return refused;
  };
  return (
    <RuleForm
      title="Modify the proposal"
      action={`Make it version ${version.version + 1}`}
      words={words}
      change={change}
      ruleId={rule_id}
      reasonLabel="Why, for those who must approve it"
      note="Approvals start again; yours alone is not enough."
      send={send}
      close={close}
    />
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");
