import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Search } from "../router.tsx";
import type { Place } from "./draft.ts";
import type { Edits } from "./edit-diff.ts";

export function useEditing({
  agent,
  edits,
  isAllowed,
  change,
  send,
  place,
  choose,
}: {
  readonly agent: string;
  readonly edits: Edits;
  readonly isAllowed: boolean;
  readonly change: (edits: Edits) => void;
  readonly send: () => void;
  readonly place: Place | null;
  readonly choose: Editing["choose"];
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
      // Synchronous, because the next key may follow within milliseconds and belongs to the page.
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
    place,
    choose: isAllowed ? choose : undefined,
  };
}

export function partInSight(): number {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-part]")];
  const seen = elements.find((part) => part.getBoundingClientRect().bottom > innerHeight / 4) ?? elements[0];
  return Number(seen?.dataset["part"] ?? 0);
}

export interface Editing {
  readonly agent: string;
  readonly isAllowed: boolean;
  readonly edits: Edits;
  readonly open: number | null;
  readonly start: (part: number) => void;
  readonly change: (part: number, text: string | undefined) => void;
  readonly done: () => void;
  readonly send: () => void;
  /** The lines that the comment is about. */
  readonly place: Place | null;
  /** Makes the comment about a line, or about the lines from the chosen one to it. */
  readonly choose: ((path: string, line: number, isRange: boolean) => void) | undefined;
}
