import type { ReactNode } from "react";
import { isLetterKey, useLetterKeys, setLetterKeys } from "../lib/letter-keys.ts";

export function Key({ children, bare = false }: { readonly children: ReactNode; readonly bare?: boolean }) {
  const hasLetters = useLetterKeys();
  if (!hasLetters && typeof children === "string" && isLetterKey(children)) return null;
  return (
    <kbd
      className={
        bare
          ? "text-key font-normal opacity-80 max-md:hidden"
          : "inline-flex min-w-5 items-center justify-center rounded-tag border border-edge bg-sheet px-1 text-key text-ink-2"
      }
      aria-hidden={bare ? true : undefined}
    >
      {children}
    </kbd>
  );
}

export function LetterKeysSwitch() {
  const isOn = useLetterKeys();
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-ink"
        checked={isOn}
        onChange={(event) => setLetterKeys(event.target.checked)}
      />
      <span>
        Single-key shortcuts, such as <kbd className="font-sans font-medium">a</kbd> to approve
      </span>
    </label>
  );
}

export function KeyHints({
  keys,
  note,
}: {
  readonly keys: readonly (readonly [keys: string, does: string])[];
  readonly note?: string;
}) {
  const hasLetters = useLetterKeys();
  return (
    <div className="flex items-center gap-5 text-second text-ink-2 ">
      {keys
        .filter(([pressed]) => hasLetters || !isLetterKey(pressed))
        .map(([pressed, does]) => (
          <span key={pressed} className="flex items-center gap-1">
            {pressed.split(" ").map((key) => (
              <Key key={key}>{key}</Key>
            ))}
            <span className="ml-1">{does}</span>
          </span>
        ))}
      {note === undefined ? null : <span className="ml-auto text-ink-3 max-lg:hidden">{note}</span>}
    </div>
  );
}
