import { useState } from "react";
import { useKept } from "../hooks/use-draft-state.ts";
import type { Proposal } from "./proposal-queries.ts";
import { namesIn, type RuleWords } from "./rule-draft.ts";
import type { useDecide } from "./use-decide.ts";

/** What somebody writes in place of a version, kept until it is sent; what is left as it was is not sent. */
export function useModification({ version, rule_id }: Proposal, decide: ReturnType<typeof useDecide>) {
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
    if (refused === null) forget();
    return refused;
  };
  return { words, change, send };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");
