import { useState } from "react";

/** What somebody types is kept in this tab until it was sent, whatever happens in between. */
export function useDraft<T>(name: string, initial: T): readonly [T, (next: T) => void, () => void] {
  const key = `emend.draft.${name}`;
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as T);
  });
  return [
    value,
    (next) => {
      setValue(next);
      sessionStorage.setItem(key, JSON.stringify(next));
    },
    () => sessionStorage.removeItem(key),
  ];
}
