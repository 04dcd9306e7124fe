import { Dialog } from "../components/dialog.tsx";
import { Key, LetterKeysSwitch } from "../components/key.tsx";
import { Mark, type MarkName } from "../components/mark.tsx";
import { SUBMIT_KEY } from "../lib/submit-key.ts";
import { isLetterKey, useLetterKeys } from "../lib/letter-keys.ts";
import { useKnownKeys } from "./use-keys.ts";

const MARKS: readonly (readonly [MarkName, string])[] = [
  ["stet", "approved, active, passed"],
  ["caret", "approved with changes, modified; red if you need to act"],
  ["dele", "rejected, retired"],
  ["query", "flagged, a warning, an alert"],
  ["tr", "a conflict"],
  ["close", "a duplicate"],
  ["wait", "stabilising"],
];

export function KeyHelp({ close }: { readonly close: () => void }) {
  const hasLetters = useLetterKeys();
  const keys = useKnownKeys().filter((one) => hasLetters || !isLetterKey(one.keys));
  return (
    <Dialog title="Keys and marks" close={close} wide>
      {/* The focus is on no control at first, so that a stray key changes nothing. */}
      <div tabIndex={-1} autoFocus className="outline-none">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 md:grid-cols-[auto_1fr_auto_1fr]">
          {keys.map(({ keys: pressed, label }) => (
            <div key={pressed + label} className="contents">
              <dt className="flex gap-1">
                {pressed.split(" ").map((key) => (
                  <Key key={key}>{keyName(key)}</Key>
                ))}
              </dt>
              <dd className="text-ink-2">{label}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 text-ink-2">
          <LetterKeysSwitch />
          <p className="text-second">
            {hasLetters
              ? "You can turn single-key shortcuts off here or in Settings, My login. Ctrl+K and Ctrl+Enter keep working."
              : "Single-key shortcuts are off in this browser. Ctrl+K and Ctrl+Enter still work."}
          </p>
        </div>
        <h3 className="serif mt-5 mb-2 text-rule italic">Marks</h3>
        <ul className="grid gap-1">
          {MARKS.map(([name, meaning]) => (
            <li key={name} className="flex items-center gap-3 text-ink-2">
              <Mark name={name} />
              {meaning}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const keyName = (key: string): string =>
  key === "Enter" ? "↵" : key === "mod+enter" ? SUBMIT_KEY : key.replace("mod+", SUBMIT_KEY.replace("↵", ""));
