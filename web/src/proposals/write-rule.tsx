import { type RefObject, useId } from "react";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import type { Proposal } from "./proposal-queries.ts";
import { RuleEditor } from "./rule-editor.tsx";
import type { useDecide } from "./use-decide.ts";
import { useModification } from "./use-modification.ts";

export function WriteRule({
  proposal,
  decide,
  field,
}: {
  readonly proposal: Proposal;
  readonly decide: ReturnType<typeof useDecide>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { draft, change, send } = useModification(proposal, decide);
  const suggestions = proposal.version.wants_words?.suggestions ?? [];
  const written = draft.text.trim();
  const isOwn = written !== "" && !suggestions.includes(written);
  const start = (text: string): void => {
    change({ ...draft, text });
    field.current?.focus();
  };
  return (
    <Section title="Write the rule">
      {suggestions.length === 0 ? null : (
        <Suggestions texts={suggestions} chosen={written} isOff={isOwn} start={start} />
      )}
      <RuleEditor
        action="Propose this wording"
        draft={draft}
        change={change}
        ruleId={proposal.rule_id}
        reasonLabel="Reason, for the approvers"
        note="In a team, somebody else must approve it too."
        send={send}
        field={field}
      />
    </Section>
  );
}

function Suggestions({
  texts,
  chosen,
  isOff,
  start,
}: {
  readonly texts: readonly string[];
  readonly chosen: string;
  readonly isOff: boolean;
  readonly start: (text: string) => void;
}) {
  const label = useId();
  return (
    <div className="mb-4" role="group" aria-labelledby={label}>
      <p id={label} className="mb-1 text-second text-ink-2">
        {isOff
          ? "Suggestions. Clear the field below to start from one of them."
          : "You can start from a suggestion. None of them covers all of the feedback."}
      </p>
      <ul className="grid gap-2">
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              disabled={isOff}
              aria-pressed={text === chosen}
              className="serif w-full rounded-box border border-edge bg-sheet px-3 py-2 text-left text-rule break-words transition-colors duration-120 hover:bg-sunk disabled:border-dotted disabled:text-ink-3 aria-pressed:border-ink max-md:min-h-11"
              onClick={() => start(text)}
            >
              <VisibleText text={text} isOneLine />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
