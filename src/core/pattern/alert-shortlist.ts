import type { Alert } from "./alert.ts";
import { byCodeUnits } from "../text/by-code-units.ts";

/** What decides the order of alerts; hours are counted from 1970, and an alert about no tag has an empty one. */
interface AlertPlace {
  readonly code: Alert["code"];
  readonly agent: string;
  readonly tag: string;
  readonly since: number;
  readonly until: number;
}

export type OfferAlert = (place: AlertPlace, make: () => Alert) => void;

/** Below so many nothing is thrown away before the end. */
const LEAST_KEPT = 256;

/**
 * Keeps the latest of all alerts that are offered and builds only those: of many agents' alerts a page shows a few. One
 * that is over by the hour `after` is not counted.
 */
export function createAlertShortlist(
  most: number,
  after: number,
): {
  readonly offer: OfferAlert;
  readonly take: () => { readonly alerts: readonly Alert[]; readonly more: number };
} {
  let kept: { readonly place: AlertPlace; readonly make: () => Alert }[] = [];
  let offered = 0;
  /** The last that has room at present; what comes after it is only counted. */
  let last: AlertPlace | undefined;
  const cut = (): void => {
    kept = kept.toSorted((a, b) => inOrder(a.place, b.place)).slice(0, Math.max(0, most));
    last = kept.length < most ? undefined : kept.at(-1)?.place;
  };
  return {
    offer: (place, make) => {
      if (place.until <= after) return;
      offered += 1;
      if (last !== undefined && inOrder(place, last) > 0) return;
      kept.push({ place, make });
      if (kept.length >= 2 * Math.max(most, LEAST_KEPT)) cut();
    },
    take: () => {
      cut();
      return { alerts: kept.map(({ make }) => make()), more: offered - kept.length };
    },
  };
}

const inOrder = (a: AlertPlace, b: AlertPlace): number =>
  b.until - a.until ||
  byCodeUnits(a.agent, b.agent) ||
  byCodeUnits(a.code, b.code) ||
  byCodeUnits(a.tag, b.tag) ||
  b.since - a.since;
