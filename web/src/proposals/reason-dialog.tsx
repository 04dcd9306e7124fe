import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useKept } from "../hooks/use-draft-state.ts";

/** Asks why; what was typed stays until it is taken. */
export function ReasonDialog({
  name,
  title,
  explain,
  action,
  isRequired,
  send,
  close,
}: {
  /** Under which what is typed is kept. */
  readonly name: string;
  readonly title: string;
  readonly explain: string;
  readonly action: string;
  readonly isRequired: boolean;
  readonly send: (reason: string) => Promise<string | null>;
  readonly close: () => void;
}) {
  const field = useId();
  const [reason, setReason, forget] = useKept(name, "");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault();
    if (isRequired && reason.trim() === "") {
      setProblem("Say why: whoever proposes it again will read it.");
      return;
    }
    setSending(true);
    const refused = await send(reason.trim());
    setSending(false);
    setProblem(refused);
    if (refused !== null) return;
    forget();
    close();
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={field} className="mb-1 block text-second text-ink-2">
          {explain}
        </label>
        <textarea
          id={field}
          className="field serif text-rule"
          rows={3}
          maxLength={2_000}
          value={reason}
          aria-describedby={problem === null ? undefined : `${field}-problem`}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void submit();
          }}
        />
        {problem === null ? null : (
          <p id={`${field}-problem`} role="alert" className="mt-2 font-medium text-red">
            {problem}
          </p>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={close}>Back</Button>
          <Button kind="solid" type="submit" hint="⌃↵" disabled={isSending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
