import { Key } from "./key.tsx";
import { isLetterKey, useLetterKeys } from "./letter-keys.ts";

/** The keys of a page and one remark, at its foot. */
export function KeysFoot({
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
      {note === undefined ? null : <span className="ml-auto text-ink-3 max-two:hidden">{note}</span>}
    </div>
  );
}
