import { setLetterKeys, useLetterKeys } from "./letter-keys.ts";

/** Turns shortcuts of one character on and off; the help and the settings both offer it. */
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
