import type { ReactNode } from "react";

/** A key of the keyboard; `bare` inside a button. */
export function Key({ children, bare = false }: { readonly children: ReactNode; readonly bare?: boolean }) {
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
