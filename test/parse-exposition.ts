interface ExposedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ExposedFamily {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ExposedSample[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const PARTS: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};

/** Reads Prometheus' text format 0.0.4 as strictly as it is written, and throws where it is not. */
export function parseExposition(text: string): ReadonlyMap<string, ExposedFamily> {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, { type: string; help: string; samples: ExposedSample[] }>();
  const series = new Set<string>();
  let current = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, word, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (word === "HELP") {
      if (families.has(name)) throw new Error(`${name} is told of twice`);
      families.set(name, { type: "", help: rest, samples: [] });
      current = name;
    } else if (word === "TYPE") {
      if (name !== current || families.get(name)!.type !== "") throw new Error(`stray type: ${line}`);
      families.get(name)!.type = rest;
    } else {
      const sample = parseSample(line);
      const family = families.get(current);
      const names = (PARTS[family?.type ?? ""] ?? [""]).map((part) => `${current}${part}`);
      if (family === undefined || !names.includes(sample.name)) throw new Error(`stray sample: ${line}`);
      const key = JSON.stringify([sample.name, sample.labels], Object.keys(sample.labels).toSorted());
      if (series.has(key)) throw new Error(`the same series twice: ${line}`);
      series.add(key);
      family.samples.push(sample);
    }
  }
  return families;
}

function parseSample(line: string): ExposedSample {
  const [, name, written = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  if (!/^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i.test(value))
    throw new Error(`no value: ${line}`);
  const labels: Record<string, string> = {};
  for (let left = written; left !== "";) {
    const [whole, label = "", text = ""] = LABEL.exec(left) ?? [];
    if (whole === undefined || label in labels) throw new Error(`no labels: ${line}`);
    labels[label] = text.replaceAll(/\\(["\\n])/g, (_all, escaped: string) =>
      escaped === "n" ? "\n" : escaped,
    );
    left = left.slice(whole.length);
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}
