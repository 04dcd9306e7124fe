import type { Edits } from "./diff/edit-diff.ts";

/** What somebody has written about a submission and not sent. */
export interface Draft {
  readonly comment: string;
  readonly tags: readonly string[];
  readonly edits: Edits;
  /** Whether it is going to be rejected. */
  readonly isRejecting: boolean;
  readonly readMs: number;
}

export const EMPTY_DRAFT: Draft = { comment: "", tags: [], edits: {}, isRejecting: false, readMs: 0 };

const keyOf = (person: string, id: string): string => `emend.draft.${person}.${id}`;

/** Kept for this tab only: through a reload, a login that expired, or a look at another page. */
export function loadDraft(person: string, id: string): Draft {
  try {
    const kept = sessionStorage.getItem(keyOf(person, id));
    return kept === null ? EMPTY_DRAFT : { ...EMPTY_DRAFT, ...(JSON.parse(kept) as Partial<Draft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Where the browser has no room left, what is typed still stands on the page. */
export function saveDraft(person: string, id: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(person, id), JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(keyOf(person, id));
  }
}

export const dropDraft = (person: string, id: string): void => sessionStorage.removeItem(keyOf(person, id));

export const hasWords = ({ comment, tags, edits }: Draft): boolean =>
  comment.trim() !== "" || tags.length > 0 || Object.keys(edits).length > 0;
