import { dropDraft, keepDraft, loadDraft } from "../lib/drafts.ts";
import type { Edits } from "./edit-diff.ts";
import { useEffect, useRef, useState } from "react";

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
}

export interface Draft {
  readonly comment: string;
  readonly tags: readonly string[];
  readonly edits: Edits;
  readonly isRejecting: boolean;
  readonly readMs: number;
  /** The lines that the comment is about. */
  readonly place: Place | null;
  /** Positions of the files that were ticked as seen. */
  readonly seen: readonly number[];
}

export const EMPTY_DRAFT: Draft = {
  comment: "",
  tags: [],
  edits: {},
  isRejecting: false,
  readMs: 0,
  place: null,
  seen: [],
};

/** A submission's text never changes, so its id is enough. */
const nameOf = (id: string): string => `work.${id}`;

export function loadReview(person: string, id: string): Draft {
  const stored = loadDraft(person, nameOf(id));
  return typeof stored === "object" && stored !== null
    ? { ...EMPTY_DRAFT, ...(stored as Partial<Draft>) }
    : EMPTY_DRAFT;
}

function keepReview(person: string, id: string, draft: Draft): void {
  if (hasContent(draft) || draft.isRejecting || draft.seen.length > 0 || draft.readMs > 0)
    keepDraft(person, nameOf(id), draft);
  else dropReview(person, id);
}

export const dropReview = (person: string, id: string): void => dropDraft(person, nameOf(id));

export const hasContent = ({ comment, tags, edits, place }: Draft): boolean =>
  comment.trim() !== "" || tags.length > 0 || place !== null || Object.keys(edits).length > 0;

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
  const [wasKept] = useState(() => hasContent(draft));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    keepReview(person, id, { ...draft, readMs: readMs.current() });
  }, [draft, person, id, readMs]);
  useEffect(
    () => () => keepReview(person, id, { ...latest.current, readMs: readMs.current() }),
    [person, id, readMs],
  );
  return { draft, wasKept, change: (part) => setDraft((old) => ({ ...old, ...part })) };
}
