import type { LineRule, Tool } from "./tool.ts";

/** More alternatives than this are not worth looking for one by one. */
const MOST_LITERALS = 64;
const MOST_EXACT = 32;
/** The beginning of a longer literal is as telling, and keeps the automaton small. */
const LONGEST_LITERAL = 12;
const SHORT_TRIGGER = 7;

/** Strings one of which is in every line that the tool has to look at, apart from lines it asked to follow. */
export function triggersOf({ rules, starts = [] }: Tool): readonly string[] {
  const patterns = rules.flat().filter(startsReading);
  const triggers = [...starts, ...patterns.map(({ pattern }) => pattern)].flatMap((start) =>
    typeof start === "string" ? [start] : (requiredLiterals(start) ?? []),
  );
  // A short trigger is enough for the longer ones that contain it.
  const all = [...new Set(triggers)];
  const short = all.filter((trigger) => trigger.length <= SHORT_TRIGGER);
  return all.filter((trigger) => !short.some((each) => each !== trigger && trigger.includes(each)));
}

/** A line that is ignored, or read because of the line before it, needs no trigger. */
export const startsReading = ({ says, joins, opens, keep, endsRun }: LineRule): boolean =>
  joins !== true && (says !== "nothing" || opens !== undefined || keep !== undefined || endsRun === true);

/**
 * Lower-case strings one of which is in every text that the expression matches; undefined if there are none. Knows the
 * syntax that the tools' patterns use.
 */
export function requiredLiterals(pattern: RegExp): readonly string[] | undefined {
  const { begins, needed } = new PatternParser(pattern.source).readAlternatives();
  return telling(needed ?? begins)?.map((literal) => literal.slice(0, LONGEST_LITERAL));
}

/** What is known of the texts that a part of an expression matches, in lower case. */
interface Part {
  /** How they begin and end; if `isExact`, these are the whole texts. */
  readonly begins: readonly string[];
  readonly ends: readonly string[];
  readonly isExact: boolean;
  /** Strings one of which they all contain, unless that is how they begin. */
  readonly needed?: readonly string[] | undefined;
}

const NOTHING: readonly string[] = [""];
const ANY: Part = { begins: NOTHING, ends: NOTHING, isExact: false };
const EMPTY: Part = { begins: NOTHING, ends: NOTHING, isExact: true };
const exactly = (texts: readonly string[]): Part => ({ begins: texts, ends: texts, isExact: true });

/** Characters that stand for themselves, once. */
const PLAIN = /(?:[^\\^$.*+?()[\]{}|](?![*+?{]))+/y;
const QUANTIFIER = /[*+?]|\{(\d+)(?:(,)(\d*))?\}/y;
const GROUP = /\?(?:[:=!]|<[=!]|<\w+>)/y;
const MOST_OF_CLASS = 8;

class PatternParser {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  readAlternatives(): Part {
    const first = this.readSequence();
    if (this.source[this.at] !== "|") return first;
    const parts = [first];
    while (this.take("|")) parts.push(this.readSequence());
    return eitherOf(parts);
  }

  private readSequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && this.source[this.at] !== "|" && this.source[this.at] !== ")")
      parts.push(this.readRepeated());
    return parts.length === 1 ? parts[0]! : sequenceOf(parts);
  }

  private readRepeated(): Part {
    PLAIN.lastIndex = this.at;
    const plain = PLAIN.exec(this.source)?.[0];
    if (plain !== undefined) {
      this.at += plain.length;
      return exactly([plain.toLowerCase()]);
    }
    const part = this.readAtom();
    if (!"*+?{".includes(this.source[this.at] ?? " ")) return part;
    QUANTIFIER.lastIndex = this.at;
    const [quantifier, from, comma] = QUANTIFIER.exec(this.source)!;
    this.at = QUANTIFIER.lastIndex;
    this.take("?");
    // A plural is worth two literals; a longer option ends the run before it.
    if (quantifier === "?" && part.isExact && part.begins.every((each) => each.length === 1))
      return exactly(["", ...part.begins]);
    const least = quantifier === "+" ? 1 : Number(from ?? 0);
    if (least === 0 || part === ANY) return ANY;
    const copies = sequenceOf(Array.from({ length: Math.min(least, LONGEST_LITERAL) }, () => part));
    return from !== undefined && comma === undefined ? copies : { ...copies, isExact: false };
  }

  private readAtom(): Part {
    const c = this.source[this.at]!;
    this.at += 1;
    if (c === "(") return this.readGroup();
    if (c === "[") return this.readClass();
    if (c === "\\") return this.readEscape();
    if (c === ".") return ANY;
    return c === "^" || c === "$" ? EMPTY : exactly([c.toLowerCase()]);
  }

  private readGroup(): Part {
    GROUP.lastIndex = this.at;
    const kind = this.source[this.at] === "?" ? GROUP.exec(this.source)![0] : "";
    this.at += kind.length;
    const part = this.readAlternatives();
    this.take(")");
    return kind.endsWith("=") || kind.endsWith("!") ? EMPTY : part;
  }

  /** A class of a few characters is read as alternatives; any other may be anything. */
  private readClass(): Part {
    let isKnown = !this.take("^");
    const characters = new Set<string>();
    while (!this.take("]")) {
      const c = this.source[this.at]!;
      this.at += 1;
      const [only = ""] = c === "\\" ? this.readEscape().begins : [c.toLowerCase()];
      const isRange = this.source[this.at] === "-" && this.source[this.at + 1] !== "]";
      if (only === "" || isRange) isKnown = false;
      else characters.add(only);
    }
    return isKnown && characters.size <= MOST_OF_CLASS ? exactly([...characters]) : ANY;
  }

  private readEscape(): Part {
    const c = this.source[this.at]!;
    this.at += 1;
    if (c === "b" || c === "B") return EMPTY;
    if (c === "t") return exactly(["\t"]);
    if (c === "u") {
      const code = this.source.slice(this.at, this.at + 4);
      this.at += 4;
      return exactly([String.fromCharCode(Number.parseInt(code, 16)).toLowerCase()]);
    }
    return /\w/.test(c) ? ANY : exactly([c]);
  }

  private take(c: string): boolean {
    if (this.source[this.at] !== c) return false;
    this.at += 1;
    return true;
  }
}

function eitherOf(parts: readonly Part[]): Part {
  const begins = allOf(parts.map((part) => part.begins));
  const ends = allOf(parts.map((part) => part.ends));
  const isExact = begins !== NOTHING && parts.every((part) => part.isExact);
  const needed = parts.map((part) => telling(part.needed ?? part.begins));
  const literals = needed.every((each) => each !== undefined) ? [...new Set(needed.flat())] : [];
  const isWorth = literals.length > 0 && literals.length <= MOST_LITERALS;
  return { begins, ends, isExact, needed: isWorth && !isExact ? literals : undefined };
}

function allOf(texts: readonly (readonly string[])[]): readonly string[] {
  const all = [...new Set(texts.flat())];
  return all.length > MOST_EXACT ? NOTHING : all;
}

/** Neighbours with few texts are joined; of the runs and parts that are needed, the most telling is kept. */
function sequenceOf(parts: readonly Part[]): Part {
  let run = NOTHING;
  let begins: readonly string[] | undefined;
  let needed: readonly string[] | undefined;
  const need = (literals: readonly string[] | undefined): void => {
    if (literals !== undefined && scoreOf(literals) > scoreOf(needed)) needed = literals;
  };
  for (const part of parts) {
    if (part === EMPTY) continue;
    const fits = run.length * part.begins.length <= MOST_EXACT;
    if (fits) run = join(run, part.begins);
    if (fits && part.isExact) continue;
    begins ??= run;
    need(run);
    need(part.needed);
    if (!fits) need(part.begins);
    run = part.ends;
  }
  if (begins === undefined) return exactly(run);
  need(run);
  return { begins, ends: run, isExact: false, needed };
}

function join(starts: readonly string[], ends: readonly string[]): readonly string[] {
  if (ends === NOTHING) return starts;
  return starts === NOTHING ? ends : ends.flatMap((end) => starts.map((start) => start + end));
}

const telling = (literals: readonly string[]): readonly string[] | undefined =>
  scoreOf(literals) > 0 ? literals : undefined;

/** How telling literals are: long ones more than short ones, and few more than many. */
function scoreOf(literals: readonly string[] | undefined): number {
  if (literals === undefined) return 0;
  let least = LONGEST_LITERAL;
  for (const literal of literals) least = Math.min(least, rarityOf(literal));
  return least < 2 ? 0 : least - Math.log2(literals.length) / 4;
}

/** How rare a literal is in logs: their usual marks and the commonest letters tell little, other marks much. */
function rarityOf(literal: string): number {
  if (literal === "" || literal.trim() === "") return 0;
  let rarity = 0;
  for (let i = 0; i < literal.length; i += 1) rarity += RARITY[Math.min(literal.charCodeAt(i), 128)]!;
  return rarity;
}

const RARITY = Float32Array.from({ length: 129 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (code === 128) return 3;
  if (" 0123456789:,.-()[]/=\"'".includes(c)) return 0.6;
  return "etaoinsr".includes(c) ? 0.8 : /[a-z]/.test(c) ? 1.1 : 1.5;
});
