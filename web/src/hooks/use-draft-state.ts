import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../api/session.ts";
import { dropDraft, keepDraft, loadDraft } from "../lib/drafts.ts";

/**
 * State that is also stored as a draft. The name must identify the object and its version, so that a draft is never
 * offered for another one.
 */
export function useDraftState<T>(name: string, initial: T): readonly [T, (next: T) => void, () => void] {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.id;
  const [value, setValue] = useState<T>(() => {
    const stored = person === undefined ? undefined : loadDraft(person, name);
    return hasSameShape(stored, initial) ? stored : initial;
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

/** Drafts of an earlier app version may have another shape. */
function hasSameShape<T>(stored: unknown, initial: T): stored is T {
  if (typeof stored !== typeof initial || Array.isArray(stored) !== Array.isArray(initial)) return false;
  if (typeof initial !== "object" || initial === null || Array.isArray(initial)) return true;
  return Object.entries(initial).every(([key, value]) =>
    hasSameShape((stored as Readonly<Record<string, unknown>>)[key], value),
  );
}
