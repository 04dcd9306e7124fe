import { parseArgs } from "node:util";

export type LoadOptions =
  | {
      readonly scenario: "decisions";
      readonly seconds: number;
      readonly rate: number;
      /** Options of `serve`. */
      readonly more: readonly string[];
    }
  | {
      readonly scenario: "company";
      /** How many times as large as the company of docs/scale.md. */
      readonly scale: number;
      readonly seconds: number;
      readonly servers: number;
      readonly workers: number;
      /** Records that are in the store before anything is asked. */
      readonly records: number;
      readonly untilSaturated: boolean;
      /** The loads that are raised, by name; all when there is none. */
      readonly only: readonly string[];
      /** Operations that are left out of the company's mix. */
      readonly without: readonly string[];
    };

const USAGE = `npm run load -- [seconds] [rate] [options of serve]
npm run load -- --scenario company [--scale 1] [--seconds 60] [--servers 1] [--workers 1] [--records 0] [--without overview]
npm run load -- --scenario company --until-saturated [--seconds 12] [--only accepting,pages]`;

/** What was asked for, or how to ask. */
export function readLoadOptions(args: readonly string[]): LoadOptions | { readonly usage: string } {
  if (!args.includes("--scenario")) {
    const [seconds = "60", rate = "2000", ...more] = args;
    if (!isCount(seconds) || !isCount(rate)) return { usage: USAGE };
    return { scenario: "decisions", seconds: Number(seconds), rate: Number(rate), more };
  }
  const values = valuesOf(args);
  if (values === undefined || values.scenario !== "company") return { usage: USAGE };
  const untilSaturated = values["until-saturated"] === true;
  const numbers = {
    scale: Number(values.scale ?? 1),
    seconds: Number(values.seconds ?? (untilSaturated ? 12 : 60)),
    servers: Number(values.servers ?? 1),
    workers: Number(values.workers ?? 1),
    records: Number(values.records ?? 0),
  };
  const whole = [numbers.servers, numbers.workers, numbers.records].every(
    (number) => Number.isSafeInteger(number) && number >= 0,
  );
  if (!whole || numbers.servers < 1 || !(numbers.scale > 0) || !(numbers.seconds > 0))
    return { usage: USAGE };
  const [only, without] = [listOf(values.only), listOf(values.without)];
  return { scenario: "company", ...numbers, untilSaturated, only, without };
}

const listOf = (text = ""): readonly string[] => text.split(",").filter((name) => name !== "");

const isCount = (text: string): boolean => Number(text) > 0;

function valuesOf(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        scenario: text,
        scale: text,
        seconds: text,
        servers: text,
        workers: text,
        records: text,
        only: text,
        without: text,
        "until-saturated": { type: "boolean" },
      },
    }).values;
  } catch {
    return undefined;
  }
}
