import { type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import type { RuleType } from "./proposal-queries.ts";
import { RulePreview } from "./rule-preview.tsx";
import type { RuleDraft } from "./rule-draft.ts";
import { TYPE_WORDS } from "../rules/rule-state.ts";

const MAX_TEXT = 240;

export function RuleEditor({
  action,
  draft,
  change,
  ruleId,
  reasonLabel,
  note,
  send,
  close,
  field,
}: {
  readonly action: string;
  readonly draft: RuleDraft;
  readonly change: (draft: RuleDraft) => void;
  readonly ruleId?: string;
  readonly reasonLabel: string;
  readonly note?: ReactNode;
  readonly send: () => Promise<string | null>;
  readonly close?: () => void;
  readonly field?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const length = Array.from(draft.text).length;
  const submit = async (): Promise<void> => {
    if (draft.text.trim() === "") return setProblem("Write the rule first.");
    setSending(true);
    setProblem(await send());
    setSending(false);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void submit();
      }}
    >
      <Field id={`${id}-text`} label="The rule: one instruction, as an agent should read it">
        <textarea
          id={`${id}-text`}
          ref={field}
          className="field serif text-note"
          rows={3}
          value={draft.text}
          onChange={(event) => change({ ...draft, text: event.target.value })}
        />
      </Field>
      <p
        className={`-mt-2 text-right text-meta ${length > MAX_TEXT ? "font-semibold text-red" : "text-ink-3"}`}
      >
        {length} of {MAX_TEXT}
      </p>
      <div className="grid gap-3 md:grid-cols-3">
        <Field id={`${id}-type`} label="Type">
          <select
            id={`${id}-type`}
            className="field min-h-9"
            value={draft.type}
            onChange={(event) => change({ ...draft, type: event.target.value as RuleType })}
          >
            {Object.entries(TYPE_WORDS).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-agents`} label="Agents (empty for all)">
          <input
            id={`${id}-agents`}
            className="field min-h-9"
            value={draft.agents}
            placeholder="rio, clay"
            onChange={(event) => change({ ...draft, agents: event.target.value })}
          />
        </Field>
        <Field id={`${id}-paths`} label="Files (empty for all)">
          <input
            id={`${id}-paths`}
            className="field mono min-h-9"
            value={draft.paths}
            placeholder="src/**/*.ts"
            onChange={(event) => change({ ...draft, paths: event.target.value })}
          />
        </Field>
      </div>
      <Field id={`${id}-reason`} label={reasonLabel}>
        <input
          id={`${id}-reason`}
          className="field min-h-9"
          maxLength={2_000}
          value={draft.reason}
          onChange={(event) => change({ ...draft, reason: event.target.value })}
        />
      </Field>
      <RulePreview draft={draft} ruleId={ruleId} />
      {problem === null ? null : (
        <p role="alert" className="font-medium text-red">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {note === undefined ? null : <p className="mr-auto text-second text-ink-2">{note}</p>}
        {close === undefined ? null : <Button onClick={close}>Back</Button>}
        <Button kind="solid" type="submit" hint="⌃↵" disabled={isSending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function Field({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-second text-ink-2">
        {label}
      </label>
      {children}
    </div>
  );
}
