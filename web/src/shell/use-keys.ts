import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { areLetterKeysOn, isLetterKey } from "../lib/letter-keys.ts";

export interface KeyAction {
  /** As in `KeyboardEvent.key`; `g i` is a sequence. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Active even while typing, for shortcuts with a modifier. */
  readonly always?: boolean;
  /** Changes nothing, so it may repeat and may run while a page loads. */
  readonly isSafe?: boolean;
}

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
 * Registers shortcuts while mounted; the latest component wins. Updated in a layout effect, so that keys always match
 * what is on screen.
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

/** Disables single-letter shortcuts while mounted, even before the editor has loaded. */
export function useQuietKeys(): void {
  useLayoutEffect(() => {
    const id = Symbol("quiet");
    quiet.add(id);
    return () => void quiet.delete(id);
  }, []);
}

/** Time to press the second key of a sequence. */
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

/** Browsers report composition in one of two ways. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

export function listenForKeys(isLoading: () => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    if (/^(?:Shift|Control|Meta|CapsLock)$/.test(event.key)) return;
    // Enter activates the focused link or button.
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
    // The second key of a sequence never acts alone: `g a` opens the agents and does not approve.
    const action = actions.find(({ keys }) => keys === (both ?? key));
    if (action !== undefined) {
      event.preventDefault();
      action.run();
    } else if (both === undefined && !typed && !mod) {
      if (actions.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at: event.timeStamp };
    }
  };
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}
