import { detectSignal } from "../src/core/signal/detect-signal.ts";
import { SIGNAL_TYPES } from "../src/core/signal/signal.ts";
import { type Answer, calibration, classLine, excerpt, figuresOf, mean, percent } from "./figures.ts";
import type { Labelled } from "./labelled.ts";

interface Heard {
  readonly row: Labelled;
  readonly said: string;
  readonly confidence: number;
}

/** The detector's figures on labelled texts, as lines to print. */
export function scoreDetector(rows: readonly Labelled[], worst: number): readonly string[] {
  const heard = rows.map((row): Heard => {
    const signal = detectSignal(row.text, row.kind === undefined ? {} : { kind: row.kind });
    return { row, said: signal?.type ?? "none", confidence: signal?.confidence ?? 0 };
  });
  const isRight = ({ row, said }: Heard): boolean => said === row.label || said === row.secondary;
  const lenient = heard.map((each): Answer => ({
    truth: isRight(each) ? each.said : each.row.label,
    said: each.said,
  }));
  const strict = heard.map(({ row, said }): Answer => ({ truth: row.label, said }));
  const macro = (answers: readonly Answer[]): number =>
    mean(
      SIGNAL_TYPES.map((type) => figuresOf(type, answers))
        .filter(({ count }) => count > 0)
        .map(({ f1 }) => f1),
    );
  const harmless = heard.filter(({ row }) => row.label === "none");
  const alarms = harmless.filter((each) => !isRight(each));
  const { bins, error } = calibration(
    heard
      .filter(({ said }) => said !== "none")
      .map((each) => ({ confidence: each.confidence, right: isRight(each) })),
  );
  return [
    `macro-F1 ${percent(macro(lenient))} (strict ${percent(macro(strict))}), accuracy ${percent(mean(heard.map((each) => (isRight(each) ? 1 : 0))))}`,
    `false alarms on harmless text: ${alarms.length} of ${harmless.length} (${percent(alarms.length / Math.max(1, harmless.length))})`,
    ...[...SIGNAL_TYPES, "none"].map((type) => classLine(figuresOf(type, lenient))),
    `calibration error ${percent(error)}: ${bins.map((bin) => `${bin.from.toFixed(1)}+ said ${percent(bin.confidence)} right ${percent(bin.right)} (${bin.count})`).join("; ")}`,
    ...bySource(heard, isRight),
    ...heard
      .filter((each) => !isRight(each))
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, worst)
      .map(
        ({ row, said, confidence }) =>
          `  wrong  ${row.id}  is ${row.label}, said ${said} ${confidence.toFixed(2)}  ${excerpt(row.text)}`,
      ),
  ];
}

/** The worst sources, so that a figure cannot hide one kind of text behind the others. */
function bySource(heard: readonly Heard[], isRight: (each: Heard) => boolean): readonly string[] {
  const sources = Map.groupBy(heard, ({ row }) => row.source?.split(/[:@#]/).slice(0, 2).join(":") ?? "");
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
