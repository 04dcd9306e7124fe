import frameRows from "./frames.json" with { type: "json" };
import { compilePattern, type Pattern } from "./pattern.ts";
import type { WishAct, WishForce } from "./wish.ts";
import wishRows from "./wish-patterns.json" with { type: "json" };

export interface PatternGroup {
  readonly act: WishAct;
  readonly force: WishForce;
  readonly verb?: string;
  readonly verbOf?: string;
  readonly note?: string;
  /** Read before frames such as "why" and "you should" are taken off. */
  readonly isWhole: boolean;
  readonly compiled: readonly Pattern[];
}

interface Frame {
  readonly pattern: Pattern;
  readonly sign: 1 | -1;
  readonly force: WishForce;
  readonly governs: string;
}

export const patternGroups: readonly PatternGroup[] = (
  wishRows as readonly (Omit<PatternGroup, "compiled" | "isWhole"> & {
    readonly isWhole?: boolean;
    readonly patterns: readonly string[];
  })[]
).map(({ patterns, isWhole = false, ...group }) => ({
  ...group,
  isWhole,
  compiled: patterns.map((pattern) => compilePattern(pattern)),
}));

const FRAMES = new Map<string, Frame[]>();
for (const { sign, force, governs, patterns } of frameRows) {
  for (const source of patterns) {
    const frame: Frame = {
      pattern: compilePattern(source),
      sign: sign as 1 | -1,
      force: force as WishForce,
      governs,
    };
    for (const word of source.split(" ")[0]!.split("|")) {
      const known = FRAMES.get(word);
      if (known === undefined) FRAMES.set(word, [frame]);
      else known.push(frame);
    }
  }
}

/** The frames that begin with a word. */
export const frames = (word: string): readonly Frame[] => FRAMES.get(word) ?? [];
