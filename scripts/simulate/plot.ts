const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 56;
const RIGHT = 190;
const TOP = 20;
const BOTTOM = 48;

export interface Curve {
  readonly name: string;
  /** Shares from 0 to 1 by a number. */
  readonly points: readonly (readonly [number, number])[];
}

export interface CurvePlot {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly curves: readonly Curve[];
  /** The largest share shown. */
  readonly most: number;
  /** A share to compare with. */
  readonly limit?: { readonly share: number; readonly name: string };
}

/** The colours follow the reader's: black on white, or white on black. */
export const STYLE = `<style>
  svg { background: #fff; color: #1c1b1a; font: 12px system-ui, sans-serif }
  .grid { stroke: #8884 } .limit { stroke: #b3261e; stroke-dasharray: 4 4 }
  .c0 { color: #b3261e } .c1 { color: #1d5fa8 } .c2 { color: #2f7d4f } .c3 { color: #8a5a00 }
  text { fill: currentColor }
  @media (prefers-color-scheme: dark) {
    svg { background: #161513; color: #eceae6 }
    .limit { stroke: #ff8a80 }
    .c0 { color: #ff8a80 } .c1 { color: #7db4ee } .c2 { color: #7fd09f } .c3 { color: #e5b567 }
  }
</style>`;

/** Curves as a picture in SVG, named at their ends. */
export function plotCurves({ title, across, up, curves, most, limit }: CurvePlot): string {
  const last = Math.max(...curves.flatMap(({ points }) => points.map(([at]) => at)));
  const x = (at: number): number => rounded(LEFT + (at / last) * (WIDTH - LEFT - RIGHT));
  const y = (share: number): number => rounded(TOP + (1 - share / most) * (HEIGHT - TOP - BOTTOM));
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const ends = spread(curves.map(({ points }) => y(points.at(-1)![1])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${title}</title>`,
    STYLE,
    ...ticks.map((tick) => {
      const share = tick * most;
      return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share)}" y2="${y(share)}"/><text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${rounded(share * 100)} %</text>`;
    }),
    ...ticks.map(
      (tick) =>
        `<text x="${x(tick * last)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${Math.round(tick * last)}</text>`,
    ),
    `<text x="${x(last / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${across}</text>`,
    `<text transform="translate(14 ${rounded(y(most / 2))}) rotate(-90)" text-anchor="middle">${up}</text>`,
    ...(limit === undefined
      ? []
      : [
          `<line class="limit" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(limit.share)}" y2="${y(limit.share)}"/><text x="${LEFT + 6}" y="${y(limit.share) - 5}">${limit.name}</text>`,
        ]),
    ...curves.map(
      ({ name, points }, index) =>
        `<g class="c${index}"><polyline fill="none" stroke="currentColor" stroke-width="2" points="${points.map(([at, share]) => `${x(at)},${y(share)}`).join(" ")}"/><text x="${WIDTH - RIGHT + 8}" y="${ends[index]! + 4}">${name}</text></g>`,
    ),
    "</svg>",
    "",
  ].join("\n");
}

const LINE = 15;

/** Moves labels apart that would lie on each other. */
function spread(places: readonly number[]): readonly number[] {
  const moved = [...places];
  let previous = -Infinity;
  for (const index of places.map((_, at) => at).toSorted((a, b) => places[a]! - places[b]!)) {
    moved[index] = Math.max(moved[index]!, previous + LINE);
    previous = moved[index]!;
  }
  return moved;
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;
