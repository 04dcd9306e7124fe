import { type CatalogueMap, catalogueProfile } from "../../core/judge/catalogue-profile.ts";
import { type JudgedText, readSigns, type TextSigns } from "../../core/judge/judgement.ts";
import { judgePair, type ReadText } from "../../core/judge/judge-pair.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { createDotKernel, STEP } from "../wasm/dot-kernel.ts";
import { Memory, PAGE } from "../wasm/web-assembly.ts";

/** Entries are small, and most texts are judged again soon after they first appear. */
const MAX_REMEMBERED = 50_000;

/** Judges by meaning, the catalogue and polarity, without external services. */
export function createBuiltInJudge(map: CatalogueMap | undefined): Judge {
  const remembered = new Map<string, TextSigns>();
  const scan = map === undefined ? undefined : createCentreScan(map.centres);
  const look = ({ text, vector }: JudgedText): TextSigns => {
    const near = scan?.(vector);
    return readSigns(text, near === undefined ? undefined : catalogueProfile(near));
  };
  const read = (text: JudgedText): ReadText => {
    let signs = remembered.get(text.text);
    if (signs === undefined) {
      signs = look(text);
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(text.text, signs);
    }
    return { ...text, signs };
  };
  return {
    judge: async (text, others) => {
      const one = read(text);
      return others.map((other) => judgePair(one, read(other)));
    },
  };
}

/** The cosine of a vector with every centre, in order, or undefined if its dimensions differ. */
type CentreScan = (vector: Float32Array) => Float32Array | undefined;

/** Keeps the centres in the kernel's memory, because every new text is compared with all of them. */
export function createCentreScan(centres: readonly Float32Array[]): CentreScan {
  const dimensions = centres[0]?.length ?? 0;
  const stride = Math.ceil((dimensions * 4) / STEP) * STEP;
  const rows = stride;
  const out = rows + centres.length * stride;
  const pages = Math.ceil((out + centres.length * 4) / PAGE) + 1;
  const memory = new Memory({ initial: pages, maximum: pages });
  const kernel = createDotKernel(memory);
  const floats = new Float32Array(memory.buffer);
  for (const [at, centre] of centres.entries()) floats.set(centre, (rows + at * stride) / 4);
  return (vector) => {
    if (vector.length !== dimensions || dimensions === 0) return undefined;
    floats.set(vector, 0);
    kernel.scan(0, rows, centres.length, stride, out);
    return floats.slice(out / 4, out / 4 + centres.length);
  };
}
