import { useState } from "react";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import type { Lint } from "./use-lint.ts";

/** What the lint says about the comment: one sentence why, how to write it instead, and a button to take that. */
export function LintNotes({
  lint,
  error,
  take,
}: {
  readonly lint: Lint | undefined;
  readonly error: unknown;
  readonly take: (text: string) => void;
}) {
  const [kept, setKept] = useState<string | null>(null);
  return (
    <div aria-live="polite" className="mt-3 grid gap-2 text-second empty:hidden">
      {error === null || error === undefined ? null : (
        <p className="text-ink-2">
          It cannot be said now whether this can be acted on; it can still be sent.
        </p>
      )}
      {lint?.actionable === true ? (
        <p className="flex items-start gap-2 text-ink-2">
          <Mark name="stet" tone="green" />
          Says what to change.
        </p>
      ) : null}
      {lint?.violations.map(({ code, message, hint, phrase }, at) => (
        <div key={`${code} ${at}`} className="flex items-start gap-2">
          <Mark name="query" tone="red" />
          <div className="min-w-0 flex-1">
            <p>
              <strong className="font-semibold text-red">{sentence(message, phrase)}</strong>
            </p>
            <p className="mt-0.5 text-ink-2">{capital(hint)}.</p>
            {at > 0 || lint.rewrite === null || kept === lint.rewrite ? null : (
              <>
                <p className="serif mt-2 border-l-2 border-red pl-3 text-quote break-words">{lint.rewrite}</p>
                <div className="mt-2 flex items-center gap-3">
                  <Button onClick={() => take(lint.rewrite ?? "")}>Use this wording</Button>
                  <Button kind="quiet" onClick={() => setKept(lint.rewrite)}>
                    Keep mine
                  </Button>
                </div>
              </>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The phrase leads, as it is what the eye looks for. */
const sentence = (message: string, phrase: string | undefined): string => {
  if (phrase === undefined) return `${capital(message)}.`;
  const said = message.replace(` ("${phrase}")`, "");
  return said === message ? `${capital(message)}.` : `“${phrase}”: ${said}.`;
};
