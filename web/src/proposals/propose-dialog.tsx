import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { isLoggedOut } from "../api/api-problem.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { RuleForm } from "./rule-form.tsx";
import { namesIn, type RuleWords } from "./rule-words.ts";
import { useKept } from "../parts/use-kept.ts";

const BLANK: RuleWords = { text: "", type: "guideline", agents: "", paths: "", reason: "" };

/** A rule in a person's own words; it needs the same approvals as any other. */
export function ProposeDialog({
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
      await client.invalidateQueries({ queryKey: ["proposals"] });
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
