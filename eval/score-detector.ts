import { detectSignal } from "../src/core/signal/detect-signal.ts";
import { SIGNAL_TYPES } from "../src/core/signal/signal.ts";
import { type Answer, calibration, classLine, excerpt, figuresOf, mean, percent } from "./figures.ts";
import type { Labelled } from "./labelled.ts";

interface Detected {
  readonly row: Labelled;
  readonly predicted: string;
  readonly confidence: number;
}

/** The detector's figures on labelled texts, as lines to print. */
export function scoreDetector(rows: readonly Labelled[], worst: number): readonly string[] {
  const detected = rows.map((row): Detected => {
    const signal = detectSignal(row.text, row.kind === undefined ? {} : { kind: row.kind });
    return { row, predicted: signal?.type ?? "none", confidence: signal?.confidence ?? 0 };
  });
  const isRight = ({ row, predicted }: Detected): boolean =>
    predicted === row.label || predicted === row.secondary;
  const lenient = detected.map((each): Answer => ({
    truth: isRight(each) ? each.predicted : each.row.label,
    predicted: each.predicted,
  }));
  const strict = detected.map(({ row, predicted }): Answer => ({ truth: row.label, predicted }));
  const macro = (answers: readonly Answer[]): number =>
    mean(
      SIGNAL_TYPES.map((type) => figuresOf(type, answers))
        .filter(({ count }) => count > 0)
        .map(({ f1 }) => f1),
    );
  const harmless = detected.filter(({ row }) => row.label === "none");
  const alarms = harmless.filter((each) => !isRight(each));
  const { bins, error } = calibration(
    detected
      .filter(({ predicted }) => predicted !== "none")
      .map((each) => ({ confidence: each.confidence, right: isRight(each) })),
  );
  return [
    `macro-F1 ${percent(macro(lenient))} (strict ${percent(macro(strict))}), accuracy ${percent(mean(detected.map((each) => (isRight(each) ? 1 : 0))))}`,
    `false alarms on harmless text: ${alarms.length} of ${harmless.length} (${percent(alarms.length / Math.max(1, harmless.length))})`,
    ...[...SIGNAL_TYPES, "none"].map((type) => classLine(figuresOf(type, lenient))),
    `calibration error ${percent(error)}: ${bins.map((bin) => `from ${bin.from.toFixed(1)}: mean confidence ${percent(bin.confidence)}, correct ${percent(bin.right)} of ${bin.count}`).join("; ")}`,
    ...bySource(detected, isRight),
    ...detected
      .filter((each) => !isRight(each))
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, worst)
      .map(
        ({ row, predicted, confidence }) =>
          `  wrong  ${row.id}  expected ${row.label}, got ${predicted} ${confidence.toFixed(2)}  ${excerpt(row.text)}`,
      ),
  ];
}

/** The worst sources, so that a figure cannot hide one kind of text behind the others. */
function bySource(detected: readonly Detected[], isRight: (each: Detected) => boolean): readonly string[] {
  const sources = Map.groupBy(detected, ({ row }) => row.source?.split(/[:@#]/).slice(0, 2).join(":") ?? "");
  if (sources.size < 2) return [];
  const rates = [...sources].map(([source, each]) => ({
    source,
    count: each.length,
    right: mean(each.map((one) => (isRight(one) ? 1 : 0))),
  }));
  const lowest = rates
    .filter(({ count }) => count >= 5)
    .toSorted((a, b) => a.right - b.right)
    .slice(0, 5);
  return [
    `by source: ${sources.size} sources, mean accuracy ${percent(mean(rates.map(({ right }) => right)))}; lowest: ${lowest.map(({ source, count, right }) => `${source} ${percent(right)} of ${count}`).join(", ")}`,
  ];
}
