import { calibration } from "./figures.ts";
import type { JudgedPair } from "./score-pairs.ts";

const SIZE = 360;
const LEFT = 56;
const TOP = 24;

/** How often pairs are the same by how sure the judge is of it, as a picture in SVG. */
export function plotReliability(judged: readonly JudgedPair[]): string {
  const { bins, error } = calibration(
    judged.map(({ score, isSame }) => ({ confidence: score, right: isSame })),
  );
  const x = (share: number): number => Math.round(LEFT + share * SIZE);
  const y = (share: number): number => Math.round(TOP + (1 - share) * SIZE);
  const most = Math.max(...bins.map(({ count }) => count));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE + LEFT + 24} ${SIZE + TOP + 56}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>Reliability of the judge on held-out mistakes; calibration error ${(100 * error).toFixed(1)} %</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...ticks.map(
      (tick) =>
        `<line x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}" stroke="#ddd"/><text x="${x(0) - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text><text x="${x(tick)}" y="${y(0) + 18}" text-anchor="middle">${tick}</text>`,
    ),
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    `<polyline fill="none" stroke="#b3261e" points="${bins.map(({ confidence, right }) => `${x(confidence)},${y(right)}`).join(" ")}"/>`,
    ...bins.map(
      ({ confidence, right, count }) =>
        `<circle cx="${x(confidence)}" cy="${y(right)}" r="${(3 + 9 * Math.sqrt(count / most)).toFixed(1)}" fill="#b3261e" fill-opacity="0.6"><title>mean confidence ${confidence.toFixed(2)}, correct ${right.toFixed(2)} of ${count}</title></circle>`,
    ),
    `<text x="${x(0.5)}" y="${y(0) + 42}" text-anchor="middle">how sure the judge is that two remarks are about the same mistake</text>`,
    `<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">how often they are</text>`,
    "</svg>",
  ].join("\n");
}
