/** A text or a mark that wants to be at `x`, in pixels. */
export interface Wanted {
  readonly x: number;
  readonly width: number;
}

/** The left edge and the lane of a label, or undefined if all lanes are taken there. */
export type Place = { readonly left: number; readonly lane: number } | undefined;

const GAP = 6;

/**
 * Puts labels beside their marks without overlap: each in the first lane that is free there, shifted into the plot at its
 * edges. Labels that fit into no lane are left out.
 */
export function placeLabels(
  wanted: readonly Wanted[],
  { width, lanes, gap = GAP }: { readonly width: number; readonly lanes: number; readonly gap?: number },
): readonly Place[] {
  const ends = Array.from({ length: lanes }, () => -Infinity);
  const order = wanted.map((_, at) => at).toSorted((a, b) => wanted[a]!.x - wanted[b]!.x);
  const places: Place[] = wanted.map(() => undefined);
  for (const at of order) {
    const { x, width: own } = wanted[at]!;
    const left = Math.max(0, Math.min(x, width - own));
    const lane = ends.findIndex((end) => left >= end + gap);
    if (lane === -1) continue;
    ends[lane] = left + own;
    places[at] = { left, lane };
  }
  return places;
}

/** How wide a text in the size of labels is at most, in pixels. */
export const labelWidth = (text: string): number => Math.ceil(Array.from(text).length * 6.6);
