import type { Edits } from "./diff/edit-diff.ts";

/** What is being edited, and how to: parts go by number, the whole output of a text is part 0. */
export interface Editing {
  readonly agent: string;
  readonly isAllowed: boolean;
  readonly edits: Edits;
  /** The part that is open in the editor. */
  readonly open: number | null;
  readonly start: (part: number) => void;
  /** Undefined puts the agent's own text back. */
  readonly change: (part: number, text: string | undefined) => void;
  readonly done: () => void;
  readonly send: () => void;
}
