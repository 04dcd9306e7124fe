import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useDraftState } from "../hooks/use-draft-state.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormError } from "./form-field.tsx";

const MAX_LENGTH = 2_000;

/** Asks for a reason before acting. The text is kept as a draft until the action succeeds. */
export function ReasonDialog({
  draft,
  title,
  explain,
  label = "Reason",
  action,
  cancel = "Cancel",
  isRequired = true,
  keepsDraft = false,
  initial = "",
  send,
  close,
  children,
}: {
  /** Name of the draft; it has to identify the object and its version. */
  readonly draft: string;
  readonly title: string;
  readonly explain?: ReactNode;
  readonly label?: string;
  readonly action: string;
  readonly cancel?: string;
  readonly isRequired?: boolean;
  /** Set if the action can still be undone; whoever sends it then drops the draft. */
  readonly keepsDraft?: boolean;
  /** A reason to start from. */
  readonly initial?: string;
  /** Throws if the action was refused; the message is shown. */
  readonly send: (reason: string) => unknown;
  readonly close: () => void;
  readonly children?: ReactNode;
}) {
  const field = useId();
  const [reason, setReason, forget] = useDraftState(draft, initial);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => send(reason.trim()),
    onSuccess: () => {
      if (!keepsDraft) forget();
      close();
    },
  });
  const [isRefused, setRefused] = useState(false);
  const isMissing = isRequired && reason.trim() === "";
  return (
    <Dialog title={title} close={close}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(isMissing);
          if (!isMissing && !isPending) mutate();
        }}
      >
        {explain === undefined ? null : <div className="text-row text-ink-2">{explain}</div>}
        {children}
        <div>
          <label htmlFor={field} className="mb-1 block font-medium">
            {label}
          </label>
          <textarea
            id={field}
            className="field serif min-h-20 text-quote"
            autoFocus
            aria-required={isRequired}
            aria-invalid={isRefused && isMissing}
            maxLength={MAX_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.currentTarget.form?.requestSubmit();
              }
            }}
          />
        </div>
        {isRefused && isMissing ? (
          <p role="alert" className="font-medium text-red">
            Enter a reason.
          </p>
        ) : null}
        <FormError error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{cancel}</Button>
          <Button kind="solid" type="submit" disabled={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
