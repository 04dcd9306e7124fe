import { useState } from "react";
import { Mark } from "../components/mark.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { Button } from "../components/button.tsx";
import type { Lint } from "./use-lint.ts";
import { capitalize } from "../lib/format.ts";

export function LintNotes({
  lint,
  error,
  take,
}: {
  readonly lint: Lint | undefined;
  readonly error: unknown;
  readonly take: (text: string) => void;
}) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <div aria-live="polite" className="mt-3 grid gap-2 text-second empty:hidden">
      {error === null || error === undefined ? null : (
        <p className="text-ink-2">Can’t check this comment right now. You can still send it.</p>
      )}
      {lint?.actionable === true ? (
        <p className="flex items-start gap-2 text-ink-2">
          <Mark name="stet" tone="green" />
          Clear and actionable.
        </p>
      ) : null}
      {lint?.violations.map(({ code, message, hint, phrase }, at) => (
        <div key={`${code} ${at}`} className="flex items-start gap-2">
          <Mark name="query" tone="red" />
          <div className="min-w-0 flex-1">
            <p>
              <strong className="font-semibold text-red">{sentence(message, phrase)}</strong>
            </p>
            <p className="mt-0.5 text-ink-2">{capitalize(hint)}.</p>
            {at > 0 || lint.rewrite === null || dismissed === lint.rewrite ? null : (
              <>
                <p className="serif mt-2 border-l-2 border-red pl-3 text-quote break-words">{lint.rewrite}</p>
                <div className="mt-2 flex items-center gap-3">
                  <Button onClick={() => take(lint.rewrite ?? "")}>Use this wording</Button>
                  <Button kind="quiet" onClick={() => setDismissed(lint.rewrite)}>
                    Keep mine
                  </Button>
                </div>
              </>
            )}
          </div>
        </div>
      ))}
      {lint === undefined || lint.example === null || dismissed === lint.example ? null : (
        <div>
          <p className="text-ink-2">Said about similar work, and clear:</p>
          <p className="serif mt-1 border-l-2 border-edge pl-3 text-quote break-words">
            <VisibleText text={lint.example} />
          </p>
          <div className="mt-2 flex items-center gap-3">
            <Button onClick={() => take(`${lint.text.trim()} ${lint.example ?? ""}`.trim())}>
              Add this wording
            </Button>
            <Button kind="quiet" onClick={() => setDismissed(lint.example)}>
              Keep mine
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

const sentence = (message: string, phrase: string | undefined): string => {
  if (phrase === undefined) return `${capitalize(message)}.`;
  const complaint = message.replace(` ("${phrase}")`, "");
  return complaint === message ? `${capitalize(message)}.` : `“${phrase}”: ${complaint}.`;
};
