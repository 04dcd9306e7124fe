import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../api/session.ts";
import { dropDraft, keepDraft, loadDraft } from "../lib/drafts.ts";

/**
 * State that somebody types, kept under a name until it is sent. The name says which object and which version of it the
 * words are about, so that they are never offered for another.
 */
export function useKept<T>(name: string, initial: T): readonly [T, (next: T) => void, () => void] {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.id;
  const [value, setValue] = useState<T>(() => {
    const kept = person === undefined ? undefined : loadDraft(person, name);
    return isAlike(kept, initial) ? kept : initial;
  });
  return [
    value,
    (next) => {
      setValue(next);
      if (person !== undefined) keepDraft(person, name, next);
    },
    () => {
      if (person !== undefined) dropDraft(person, name);
    },
  ];
}

/** What an earlier version of the app kept may have another form. */
function isAlike<T>(kept: unknown, initial: T): kept is T {
  if (typeof kept !== typeof initial || Array.isArray(kept) !== Array.isArray(initial)) return false;
  if (typeof initial !== "object" || initial === null || Array.isArray(initial)) return true;
  return Object.entries(initial).every(([key, value]) =>
    isAlike((kept as Readonly<Record<string, unknown>>)[key], value),
  );
}
