import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { ApiProblem } from "../api/api-error.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useKept } from "../hooks/use-draft-state.ts";

const MOST = 2_000;

/** Asks for a reason before something is done; what was typed stays, whatever the server says. */
export function ReasonDialog({
  name,
  title,
  told,
  button,
  act,
  done,
  close,
  children,
}: {
  /** Under which what is typed is kept. */
  readonly name: string;
  readonly title: string;
  /** What it will do. */
  readonly told: string;
  readonly button: string;
  readonly act: (reason: string) => Promise<unknown>;
  /** Looks at everything anew, also after a refusal. */
  readonly done: () => Promise<unknown>;
  readonly close: () => void;
  readonly children?: ReactNode;
}) {
  const field = useId();
  const [reason, setReason, forget] = useKept(name, "");
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      try {
        await act(reason.trim());
      } catch (refused) {
        // It is told that everything is up to date again, so that has to be so by then.
        if (isPassed(refused)) await done().catch(() => undefined);
        throw refused;
      }
    },
    onSuccess: async () => {
      forget();
      await done();
      close();
    },
  });
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "" && !isPending) mutate();
        }}
      >
        <p className="mb-4 text-row text-ink-2">{told}</p>
        {children}
        <label htmlFor={field} className="mb-1 block font-medium">
          Why
        </label>
        <textarea
          id={field}
          className="field serif min-h-20 text-quote"
          autoFocus
          required
          maxLength={MOST}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        {error === null ? null : (
          <p role="alert" className="mt-2 font-medium text-red">
            {isPassed(error)
              ? "Somebody changed this rule while you were reading. What you see is up to date again; send it once more if it still holds."
              : error.message}
          </p>
        )}
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Leave it</Button>
          <Button kind="solid" type="submit" disabled={reason.trim() === "" || isPending}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const isPassed = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 412 || error.code === "rule_busy");
