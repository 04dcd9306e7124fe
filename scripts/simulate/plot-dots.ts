import { rounded, STYLE } from "./plot.ts";

const WIDTH = 860;
const LEFT = 470;
const RIGHT = 24;
const LINE = 19;
const TOP = 46;
const LIMIT = 0.05;

interface DotRow {
  readonly name: string;
  /** Two shares. */
  readonly values: readonly [number, number];
}

/** Two shares for each of some names as a picture in SVG: the first hollow, the second filled. */
export function plotDots(title: string, rows: readonly DotRow[], names: readonly [string, string]): string {
  const height = TOP + rows.length * LINE + 34;
  const x = (share: number): number => rounded(LEFT + share * (WIDTH - LEFT - RIGHT));
  const bottom = TOP + rows.length * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${title}</title>`,
    STYLE,
    `<g class="c0"><circle cx="${LEFT}" cy="14" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6"/><text x="${LEFT + 10}" y="18">${names[0]}</text></g>`,
    `<g class="c1"><circle cx="${LEFT + 200}" cy="14" r="4.5" fill="currentColor"/><text x="${LEFT + 210}" y="18">${names[1]}</text></g>`,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (tick) =>
        `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 8}" y2="${bottom}"/><text x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${tick * 100} %</text>`,
    ),
    `<line class="limit" x1="${x(LIMIT)}" x2="${x(LIMIT)}" y1="${TOP - 8}" y2="${bottom}"/><text x="${x(LIMIT) + 4}" y="${TOP - 12}">5 %</text>`,
    ...rows.map(({ name, values }, index) => {
      const y = TOP + index * LINE + LINE / 2;
      return [
        `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${name}</text>`,
        `<line class="grid" x1="${x(values[1])}" x2="${x(values[0])}" y1="${y}" y2="${y}"/>`,
        `<circle class="c0" cx="${x(values[0])}" cy="${y}" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6"/>`,
        `<circle class="c1" cx="${x(values[1])}" cy="${y}" r="4.5" fill="currentColor"/>`,
      ].join("");
    }),
    "</svg>",
    "",
  ].join("\n");
}
