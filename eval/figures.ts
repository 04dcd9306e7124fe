/** Precision, recall and F1 of one class. */
export interface ClassFigures {
  readonly name: string;
  readonly count: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface Answer {
  readonly truth: string;
  readonly predicted: string;
}

export function figuresOf(name: string, answers: readonly Answer[]): ClassFigures {
  const hits = answers.filter((each) => each.truth === name && each.predicted === name).length;
  const predicted = answers.filter((each) => each.predicted === name).length;
  const count = answers.filter((each) => each.truth === name).length;
  const precision = predicted === 0 ? 0 : hits / predicted;
  const recall = count === 0 ? 0 : hits / count;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { name, count, precision, recall, f1 };
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const excerpt = (text: string): string => JSON.stringify(text.slice(0, 100));

/** The figures of one class, as a line to print. */
export const classLine = ({ name, count, precision, recall, f1 }: ClassFigures): string =>
  `  ${name.padEnd(22)} n ${String(count).padStart(4)}  precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}`;

/** An answer, with what the report shows if it is wrong. */
export interface Judged extends Answer {
  readonly id: string;
  readonly reason: string;
  readonly shown: string;
}

/** The figures over these classes, as lines to print, with the first wrong answers. */
export function scoreLines(
  names: readonly string[],
  judged: readonly Judged[],
  { worst, more = "" }: { readonly worst: number; readonly more?: string },
): readonly string[] {
  const figures = names.map((name) => figuresOf(name, judged));
  const wrong = judged.filter(({ truth, predicted }) => truth !== predicted);
  return [
    `macro-F1 ${percent(mean(figures.map(({ f1 }) => f1)))}, accuracy ${percent(1 - wrong.length / Math.max(1, judged.length))}${more}`,
    ...figures.map(classLine),
    ...wrong
      .slice(0, worst)
      .map(
        ({ id, truth, predicted, reason, shown }) =>
          `  wrong  ${id}  expected ${truth}, got ${predicted} (${reason})  ${shown}`,
      ),
  ];
}

export interface Bin {
  readonly from: number;
  readonly count: number;
  readonly confidence: number;
  readonly right: number;
}

/** How often answers of each confidence are right, and the expected calibration error over ten bins. */
export function calibration(answers: readonly { confidence: number; right: boolean }[]): {
  bins: readonly Bin[];
  error: number;
} {
  const bins = Array.from({ length: 10 }, (_, bin) => {
    const inside = answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    return {
      from: bin / 10,
      count: inside.length,
      confidence: mean(inside.map((each) => each.confidence)),
      right: mean(inside.map((each) => (each.right ? 1 : 0))),
    };
  }).filter((bin) => bin.count > 0);
  const error = mean(
    answers.map(({ confidence }) => {
      const bin = bins.find((each) => each.from === Math.min(9, Math.floor(confidence * 10)) / 10)!;
      return Math.abs(bin.confidence - bin.right);
    }),
  );
  return { bins, error };
}
