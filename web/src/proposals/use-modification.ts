import { useState } from "react";
import { useDraftState } from "../hooks/use-draft-state.ts";
import type { Proposal } from "./proposal-queries.ts";
import { namesIn, type RuleDraft } from "./rule-draft.ts";
import type { useDecide } from "./use-decide.ts";
import { defined, orUndefined } from "../lib/defined.ts";

interface Modified {
  readonly rule_id: string;
  readonly version: Pick<Proposal["version"], "version" | "text" | "type" | "scope">;
}

export function useModification(
  { version, rule_id }: Modified,
  decide: Pick<ReturnType<typeof useDecide>, "modify">,
) {
  const [begunAt] = useState(version.version);
  const [draft, change, forget] = useDraftState<RuleDraft>(`modify.${rule_id}.${begunAt}`, {
    text: version.text,
    type: version.type,
    agents: version.scope.agents.join(", "),
    paths: version.scope.paths.join(", "),
    reason: "",
  });
  const send = async (): Promise<string | null> => {
    const [agents, paths] = [namesIn(draft.agents), namesIn(draft.paths)];
    const text = draft.text.trim();
    const refused = await decide.modify(
      defined({
        text: text === version.text ? undefined : text,
        type: draft.type === version.type ? undefined : draft.type,
        agents: isSame(agents, version.scope.agents) ? undefined : agents,
        paths: isSame(paths, version.scope.paths) ? undefined : paths,
        reason: orUndefined(draft.reason),
      }),
    );
    if (refused === null) forget();
    return refused;
  };
  return { draft, change, send };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");
