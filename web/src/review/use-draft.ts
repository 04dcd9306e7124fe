import { useEffect, useState } from "react";
import { type Draft, hasWords, loadReview, keepReview } from "./draft.ts";

/** What is being written, kept with every change and offered again to the same person. */
export function useDraft(
  person: string,
  id: string,
  readMs: { readonly current: () => number },
): {
  readonly draft: Draft;
  readonly wasKept: boolean;
  readonly change: (part: Partial<Draft>) => void;
} {
  const [draft, setDraft] = useState(() => loadReview(person, id));
  const [wasKept] = useState(() => hasWords(draft));
  const [held] = useState({ draft });
  useEffect(() => {
    held.draft = draft;
    keepReview(person, id, { ...draft, readMs: readMs.current() });
  }, [held, draft, person, id, readMs]);
  useEffect(
    () => () => keepReview(person, id, { ...held.draft, readMs: readMs.current() }),
    [held, person, id, readMs],
  );
  return { draft, wasKept, change: (part) => setDraft((old) => ({ ...old, ...part })) };
}
