import { draftCheck } from "../../app/check/draft-check.ts";
import { runChecks } from "../../app/check/run-checks.ts";
import { openKnownChecks, openSyntax } from "../../compose/drivers.ts";
import { parseCheck, type Check } from "../../core/check/check.ts";
import type { CodeCorrection } from "../../core/check/draft-check.ts";
import { TooManySteps } from "../../core/check/match-rule.ts";
import { defined } from "../../core/defined.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";

type Line = Readonly<Record<string, unknown>>;

/** `draft --jsonl`, which needs no store. */
export async function draftFromLines({ io, finish }: CliContext): Promise<void> {
  const draft = draftCheck({ syntax: await openSyntax(), known: await openKnownChecks() });
  const bad = await mapJsonl(io, async ({ language, corrections, description }: Line) => {
    const parsed = parseCorrections(corrections);
    if (typeof language !== "string" || parsed === undefined || !isOptionalText(description))
      return lineError(
        "invalid_corrections",
        "expected {language, corrections: [{before, after}], description?}, all strings, with at most 50 corrections",
      );
    return { check: await draft({ language, corrections: parsed, ...defined({ description }) }) };
  });
  finish(bad > 0 ? EXIT.usage : EXIT.success);
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === "string";

const MOST_CORRECTIONS = 50;

function parseCorrections(value: unknown): readonly CodeCorrection[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_CORRECTIONS) return undefined;
  const parsed: CodeCorrection[] = [];
  for (const one of value as readonly unknown[]) {
    if (typeof one !== "object" || one === null) return undefined;
    const { before, after } = one as Line;
    if (typeof before !== "string" || typeof after !== "string") return undefined;
    parsed.push({ before, after });
  }
  return parsed;
}

const MOST_PLACES = 100;
/** How many checks are kept compiled between lines. */
const MOST_KEPT = 1_000;

export async function runChecksRun(_options: unknown, { io, finish }: CliContext): Promise<void> {
  const run = runChecks({ syntax: await openSyntax() });
  const known = new Map<string, Check | undefined>();
  const read = (value: unknown): Check | undefined => {
    const key = JSON.stringify(value) ?? "";
    if (!known.has(key)) {
      if (known.size >= MOST_KEPT) known.clear();
      known.set(key, parseCheck(value));
    }
    return known.get(key);
  };
  const bad = await mapJsonl(io, async ({ check: value, language, code }: Line) => {
    const check = read(value);
    if (check === undefined)
      return lineError("invalid_check", "expected a check as `emend checks draft --jsonl` writes it");
    if (typeof language !== "string" || typeof code !== "string")
      return lineError("invalid_code", "expected {check, language, code}, with language and code as strings");
    let places: Awaited<ReturnType<typeof run>>;
    try {
      places = await run(check, language, code);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return {
        hit: false,
        count: 0,
        places: [],
        ...lineError(
          "check_too_slow",
          "the check takes too long on this code and was stopped; make its rule more specific",
        ),
      };
    }
    return { hit: places.length > 0, count: places.length, places: places.slice(0, MOST_PLACES) };
  });
  finish(bad > 0 ? EXIT.usage : EXIT.success);
}
