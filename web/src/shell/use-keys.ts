import { useEffect, useState, useSyncExternalStore } from "react";

export interface KeyAction {
  /** As `KeyboardEvent.key` names it; `g i` is two keys, one after the other. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also while somebody types, as with a modifier. */
  readonly always?: boolean;
}

/** Everything that can be done by key on this page, for whoever asks with `?`. */
const groups = new Map<symbol, readonly KeyAction[]>();
const watchers = new Set<() => void>();
let known: readonly KeyAction[] = [];

function change(): void {
  known = [...groups.values()].flat();
  for (const watch of watchers) watch();
}

export const useKnownKeys = (): readonly KeyAction[] =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => known,
  );

/** Does things by key for as long as the component is shown; what is shown last comes first. */
export function useKeys(actions: readonly KeyAction[]): void {
  const [id] = useState(() => Symbol("keys"));
  useEffect(() => {
    groups.set(id, actions);
    change();
  });
  useEffect(
    () => () => {
      groups.delete(id);
      change();
    },
    [id],
  );
}

const FIRST_MS = 900;
let first: { readonly key: string; readonly at: number } | undefined;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)) ||
    /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.shadowRoot !== null);

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:A|BUTTON|SUMMARY)$/.test(target.tagName);

/** Started once, with the app. */
export function listenForKeys(): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey) return;
    // A link or a button that has the focus is what Enter means.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isPressed(event.target)) return;
    const mod = event.ctrlKey || event.metaKey;
    const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
    const typed = isTyping(event.composedPath()[0] ?? event.target) || isTyping(event.target);
    const isOpen = document.querySelector("[role=dialog]") !== null;
    const both =
      first !== undefined && event.timeStamp - first.at < FIRST_MS ? `${first.key} ${key}` : undefined;
    first = undefined;
    const actions = [...groups.values()].toReversed().flat();
    const isHeard = ({ always }: KeyAction): boolean => always === true || (!typed && !mod && !isOpen);
    // The second of two keys is never taken for that key alone: `g a` goes to the agents and approves nothing.
    const action =
      actions.find((one) => one.keys === both && isHeard(one)) ??
      actions.find((one) => one.keys === key && isHeard(one));
    if (action !== undefined) {
      event.preventDefault();
      action.run();
      return;
    }
    if (!typed && !mod && actions.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: event.timeStamp };
    }
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}
