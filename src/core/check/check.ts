import { z } from "zod";
import type { StructureRule } from "./match-rule.ts";
import { MOST_PARTS, PHRASE_PARTS, WIDEST_GAP, type PhraseSearch } from "./phrase.ts";
import { NEIGHBOURS, WORD_CLASSES } from "./word-classes.ts";

/** A deterministic check for one mistake. Its rule is one of ast-grep's, in the part of its language that Emend runs. */
export type Check = StructureCheck | TextCheck | LintCheck;

/** Rules of linters that find the mistake. Emend reads the linter's report and runs nothing. */
export interface LintCheck {
  readonly kind: "lint";
  /** The hit of any of them is a hit. */
  readonly linters: readonly LinterRuleName[];
}

export interface LinterRuleName {
  /** As `LinterResult` names it. */
  readonly tool: string;
  readonly rule: string;
}

export interface StructureCheck {
  readonly kind: "structure";
  readonly language: string;
  readonly rule: StructureRule;
  /** What replaces a hit, with the metavariables of the rule. */
  readonly fix?: string;
  /** How many signs, of eight, spoke for it when it was made. */
  readonly signs?: number;
  /** The id of the known mistake that it is a check for. */
  readonly known?: string;
}

/** For texts that have no grammar. */
export type TextCheck = TokenCheck | PhraseCheck;

/** These tokens one after the other, however they are spaced. */
interface TokenCheck {
  readonly kind: "text";
  readonly tokens: readonly string[];
}

/** Phrases of a text that people wrote, in any inflection. */
interface PhraseCheck extends PhraseSearch {
  readonly kind: "text";
}

const LIMITS = { depth: 32, parts: 2_000, text: 2_000, tokens: 60, phrases: 20, words: 40, linters: 20 };

/**
 * Rules come from other people, so their patterns are held to what Emend writes: fixed texts, classes of letters, alternatives of
 * them, and one `.*` in between. Such a pattern cannot take longer than a pass over the text.
 */
const SAFE_REGEX =
  /^\^?(?:\(\?:)?(?:\\[^\p{L}\p{N}]|\\[bdswBDSW]|\[[^\]\\]{1,20}\]|[^\\()[\]{}*+?.^$]){0,2000}(?:\.\*(?:\\[^\p{L}\p{N}]|[^\\()[\]{}*+?.^$|]){0,200})?\)?\$?$/u;

const regex = z.string().max(LIMITS.text).regex(SAFE_REGEX).refine(compiles);
const code = z.string().min(1).max(LIMITS.text);
const nth = z.number().int().min(1).max(1_000);

const rule: z.ZodType = z.lazy(() => z.strictObject(parts()));
const relation: z.ZodType = z.lazy(() =>
  z.strictObject({
    ...parts(),
    field: word().optional(),
    stopBy: z.union([z.enum(["neighbor", "end"]), rule]).optional(),
  }),
);

function parts() {
  return {
    kind: word().optional(),
    regex: regex.optional(),
    pattern: z.union([code, z.strictObject({ context: code, selector: word() })]).optional(),
    nthChild: z.union([nth, z.strictObject({ position: nth, reverse: z.boolean().optional() })]).optional(),
    has: relation.optional(),
    inside: relation.optional(),
    precedes: relation.optional(),
    follows: relation.optional(),
    all: z.array(rule).max(100).optional(),
    any: z.array(rule).max(100).optional(),
    not: rule.optional(),
  };
}

function word() {
  return z.string().regex(/^[A-Za-z_]\w{0,80}$/u);
}

const phrasePart = z
  .strictObject({
    as: z.enum(PHRASE_PARTS),
    any: z.array(z.string().min(1).max(80)).min(1).max(LIMITS.words),
    left: z.array(z.enum(NEIGHBOURS)).max(NEIGHBOURS.length).optional(),
    right: z.array(z.enum(NEIGHBOURS)).max(NEIGHBOURS.length).optional(),
    gap: z.int().min(0).max(WIDEST_GAP).optional(),
  })
  .refine(({ as, any }) => as !== "class" || any.every((name) => WORD_CLASSES.has(name)));

const check = z.union([
  z.strictObject({
    kind: z.literal("text"),
    phrases: z.array(z.array(phrasePart).min(1).max(MOST_PARTS)).min(1).max(LIMITS.phrases),
    everywhere: z.boolean().optional(),
    unless: z
      .array(z.enum(["negated", "name"]))
      .max(2)
      .optional(),
    without: z.array(phrasePart).max(LIMITS.phrases).optional(),
  }),
  z.object({
    kind: z.literal("structure"),
    language: z.string().max(40),
    rule,
    fix: z.string().max(LIMITS.text).optional(),
    signs: z.number().int().min(0).max(9).optional(),
    known: z.string().max(200).optional(),
  }),
  z.strictObject({
    kind: z.literal("lint"),
    linters: z
      .array(
        z.strictObject({
          tool: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/u),
          rule: z.string().regex(/^[\w@./:-]{1,200}$/u),
        }),
      )
      .min(1)
      .max(LIMITS.linters),
  }),
  z.object({
    kind: z.literal("text"),
    tokens: z.array(z.string().min(1).max(200)).min(1).max(LIMITS.tokens),
  }),
]);

/** The check that a value from outside describes, or undefined if Emend does not run such a check. */
export function parseCheck(value: unknown): Check | undefined {
  if (!isBounded(value)) return undefined;
  const { success, data } = check.safeParse(value);
  return success ? (data as Check) : undefined;
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
}

/** Checked before the schema, which would follow any depth. */
function isBounded(value: unknown): boolean {
  let level: unknown[] = [value];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    if (depth > LIMITS.depth * 2 || seen > LIMITS.parts) return false;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return true;
}
