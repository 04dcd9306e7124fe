import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Search } from "../router.tsx";
import type { Edits } from "./edit-diff.ts";

/** Which part is open in the editor; the inbox opens the first by the address. */
export function useEditing({
  agent,
  edits,
  isAllowed,
  change,
  send,
}: {
  readonly agent: string;
  readonly edits: Edits;
  readonly isAllowed: boolean;
  readonly change: (edits: Edits) => void;
  readonly send: () => void;
}): Editing {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [open, setOpen] = useState<number | null>(() =>
    isAllowed && search["edit"] !== undefined ? 0 : null,
  );
  return {
    agent,
    isAllowed,
    edits,
    open,
    start: (part) => setOpen(part),
    done: () => {
      // At once, so that the next key is the page's: `Escape` and `r` may be a few milliseconds apart.
      flushSync(() => setOpen(null));
      if (search["edit"] !== undefined) {
        void navigate({ to: ".", search: (old: Search) => ({ ...old, edit: undefined }), replace: true });
      }
    },
    change: (part, text) => {
      const { [part]: _old, ...others } = edits;
      change(text === undefined ? others : { ...others, [part]: text });
    },
    send,
  };
}

/** The part that somebody looks at: the first whose end is in sight. */
export function partInSight(): number {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-part]")];
  const seen = parts.find((part) => part.getBoundingClientRect().bottom > innerHeight / 4) ?? parts[0];
  return Number(seen?.dataset["part"] ?? 0);
}

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
