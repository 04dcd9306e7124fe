import type { ReactNode } from "react";
import { isLetterKey, useLetterKeys } from "./letter-keys.ts";

/** A key of the keyboard; `bare` inside a button. A shortcut that is turned off is not shown. */
export function Key({ children, bare = false }: { readonly children: ReactNode; readonly bare?: boolean }) {
  const hasLetters = useLetterKeys();
  if (!hasLetters && typeof children === "string" && isLetterKey(children)) return null;
  return (
    <kbd
      className={
        bare
          ? "text-key font-normal opacity-80 max-one:hidden"
          : "inline-flex min-w-5 items-center justify-center rounded-tag border border-edge bg-sheet px-1 text-key text-ink-2"
      }
      aria-hidden={bare ? true : undefined}
    >
      {children}
    </kbd>
  );
}
