import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { areLetterKeysOn, isLetterKey } from "../lib/letter-keys.ts";

export interface KeyAction {
  /** As `KeyboardEvent.key` names it; `g i` is two keys, one after the other. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also while somebody types, as with a modifier. */
  readonly always?: boolean;
  /** It records nothing, so it may repeat while its key is held down, and run while the next page is loading. */
  readonly isSafe?: boolean;
}

/** Everything that can be done by key on this page, for whoever asks with `?`. */
const groups = new Map<symbol, readonly KeyAction[]>();
const quiet = new Set<symbol>();
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

/**
 * Does things by key for as long as the component is shown; what is shown last comes first. Keys change in the same step as what is
 * shown: somebody who types fast means what they see.
 */
export function useKeys(actions: readonly KeyAction[]): void {
  const [id] = useState(() => Symbol("keys"));
  useLayoutEffect(() => {
    groups.set(id, actions);
    change();
  });
  useLayoutEffect(
    () => () => {
      groups.delete(id);
      change();
    },
    [id],
  );
}

/** While the component is shown, letters belong to it and not to the page, even before it can take them. */
export function useQuietKeys(): void {
  useLayoutEffect(() => {
    const id = Symbol("quiet");
    quiet.add(id);
    return () => void quiet.delete(id);
  }, []);
}

/** After the first of two keys the second is waited for this long. */
const FIRST_MS = 5_000;
let first: { readonly key: string; readonly at: number } | undefined;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)) ||
    /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.shadowRoot !== null);

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:A|BUTTON|SUMMARY)$/.test(target.tagName);

/** An input method that composes a character says so in one of two ways, by browser. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** Started once, with the app. `isLoading` says whether another page is on its way. */
export function listenForKeys(isLoading: () => boolean): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    if (/^(?:Shift|Control|Meta|CapsLock)$/.test(event.key)) return;
    // A link or a button that has the focus is what Enter means.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isPressed(event.target)) return;
    const mod = event.ctrlKey || event.metaKey;
    const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
    const typed = isTyping(event.composedPath()[0] ?? event.target) || isTyping(event.target);
    const isOpen = document.querySelector("dialog[open], :popover-open") !== null;
    const both =
      first !== undefined && event.timeStamp - first.at < FIRST_MS ? `${first.key} ${key}` : undefined;
    first = undefined;
    const isHeard = ({ keys, always, isSafe }: KeyAction): boolean =>
      !isOpen &&
      (always === true || (!typed && !mod)) &&
      (isSafe === true || (!event.repeat && !isLoading())) &&
      (!isLetterKey(keys) || (areLetterKeysOn() && quiet.size === 0));
    const actions = [...groups.values()].toReversed().flat().filter(isHeard);
    // The second of two keys is never taken for that key alone: `g a` goes to the agents and approves nothing.
    const action = actions.find(({ keys }) => keys === (both ?? key));
    if (action !== undefined) {
      event.preventDefault();
      action.run();
    } else if (both === undefined && !typed && !mod) {
      if (actions.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at: event.timeStamp };
    }
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}
