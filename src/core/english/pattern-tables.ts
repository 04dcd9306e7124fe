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
  /** What it captures names a thing, though its first word could be a verb. */
  readonly isThing?: boolean;
  /** The captured quality belongs to the thing: "vague name" for "the name is too vague". */
  readonly adjective?: boolean;
  /** Read before frames such as "why" and "you should" are taken off. */
  readonly isWhole: boolean;
  readonly compiled: readonly Pattern[];
}

interface Frame {
  readonly pattern: Pattern;
  readonly sign: 1 | -1;
  readonly force: WishForce;
  readonly governs: string;
  /** Only as the first frame of a clause: after another it is part of the thing, as in "avoid unnecessary copies". */
  readonly isOpening: boolean;
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
for (const { sign, force, governs, isOpening = false, patterns } of frameRows) {
  for (const source of patterns) {
    const frame: Frame = {
      pattern: compilePattern(source),
      sign: sign as 1 | -1,
      force: force as WishForce,
      governs,
      isOpening,
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
